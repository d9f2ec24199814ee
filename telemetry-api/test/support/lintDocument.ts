// Run by a test in a child process, since the linter is an ES module: lints the document on stdin with Redocly's rules.
import { text } from 'node:stream/consumers';
import { createConfig, lintFromString } from '@redocly/openapi-core';

export interface LintProblem {
  readonly ruleId: string;
  readonly message: string;
}

async function lint(): Promise<void> {
  const problems: LintProblem[] = await lintFromString({
    source: await text(process.stdin),
    absoluteRef: 'openapi.json',
    config: await createConfig({ extends: ['recommended-strict'] }),
  });
  process.stdout.write(JSON.stringify(problems.map(({ ruleId, message }) => ({ ruleId, message }))));
}

void lint();
