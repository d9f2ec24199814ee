#!/usr/bin/env node
import { Command } from 'commander';
import { demoCommand } from './commands/demo.ts';
import { describeError } from './commands/describeError.ts';
import { devicesCommand } from './commands/devices.ts';
import { exportCommand } from './commands/export.ts';
import { importCommand } from './commands/import.ts';
import { keysCommand } from './commands/keys.ts';
import { migrateCommand } from './commands/migrate.ts';
import { placementCommand } from './commands/placement.ts';
import { retentionCommand } from './commands/retention.ts';
import { serveCommand } from './commands/serve.ts';
import { DatabaseVariables, describeVariables } from './environment.ts';

const program = new Command('telemetry-api')
  .description('Industrial telemetry API: serves readings, alerts, devices and exports over HTTP.')
  .showHelpAfterError('(run with --help for usage)')
  .addHelpText('after', `\nEnvironment variables:\n${describeVariables(DatabaseVariables)}`)
  .addCommand(serveCommand())
  .addCommand(migrateCommand())
  .addCommand(demoCommand())
  .addCommand(importCommand())
  .addCommand(devicesCommand())
  .addCommand(keysCommand())
  .addCommand(exportCommand())
  .addCommand(retentionCommand())
  .addCommand(placementCommand());

try {
  await program.parseAsync();
} catch (error) {
  process.stderr.write(`error: ${describeError(error)}\n`);
  process.exitCode = 1;
}
