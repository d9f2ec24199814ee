import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ChildProcesses } from '../../processes/childProcesses.ts';
import type { CheckTools } from './runSteps.ts';

/** Tools of checks for tests of them. */
export class TestTools {
  readonly children = new ChildProcesses();
  readonly tempDir = mkdtempSync(path.join(tmpdir(), 'checks-'));
  written = '';
  readonly tools: CheckTools = {
    children: this.children,
    tempDir: this.tempDir,
    resultsDir: this.tempDir,
    write: (text) => void (this.written += text),
    testFiles: [],
    failures: [],
    commandOf: (step) => `npm test -- --only ${step}`,
  };

  async close() {
    await this.children.close();
    rmSync(this.tempDir, { recursive: true });
  }
}
