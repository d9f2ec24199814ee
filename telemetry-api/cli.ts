#!/usr/bin/env node
import { describeError } from './commands/output/describeError.ts';
import { program } from './commands/program.ts';

try {
  await program().parseAsync();
} catch (error) {
  process.stderr.write(`error: ${describeError(error)}\n`);
  process.exitCode = 1;
}
