import { Command } from 'commander';
import { backupCommand, restoreCommand } from './backup.ts';
import { deleteCommand } from './delete.ts';
import { demoCommand } from './demo.ts';
import { devicesCommand } from './devices.ts';
import { exportCommand } from './export.ts';
import { importCommand } from './import.ts';
import { keysCommand } from './keys.ts';
import { migrateCommand } from './migrate.ts';
import { moveCommand } from './move.ts';
import { placementCommand } from './placement.ts';
import { retentionCommand } from './retention.ts';
import { serveCommand } from './serve.ts';
import { DatabaseVariables, describeVariables } from '../config/environment.ts';
import { printable } from './output/describeError.ts';

/** The command line with all commands. */
export function program(): Command {
  const program = new Command('telemetry-api')
    .description('Industrial telemetry API: serves readings, alerts, devices and exports over HTTP.')
    .showHelpAfterError('(run with --help for usage)')
    .addHelpText('after', `\nEnvironment variables:\n${describeVariables(DatabaseVariables)}`)
    .addCommand(serveCommand())
    .addCommand(migrateCommand())
    .addCommand(demoCommand())
    .addCommand(importCommand())
    .addCommand(devicesCommand())
    .addCommand(deleteCommand())
    .addCommand(keysCommand())
    .addCommand(exportCommand())
    .addCommand(retentionCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(moveCommand())
    .addCommand(placementCommand());
  printErrorsSafely(program);
  return program;
}

/** Errors of options and arguments repeat what was given. Commander does not pass this setting to commands that are added. */
function printErrorsSafely(command: Command): void {
  command.configureOutput({ writeErr: (text) => process.stderr.write(printable(text)) });
  command.commands.forEach(printErrorsSafely);
}
