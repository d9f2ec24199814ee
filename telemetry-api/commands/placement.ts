import { Argument, Command } from 'commander';
import { applyPlacement, PLACEMENTS, type Placement } from '../store/placement.ts';
import { withDatabase } from './withDatabase.ts';

/** `placement`: from one PostgreSQL to more, see docs/capacity.md. */
export function placementCommand(): Command {
  return new Command('placement')
    .description('hand the tables of history to an extension that the database has; stop all other commands first')
    .addArgument(new Argument('<extension>').choices(PLACEMENTS))
    .action((placement: Placement) =>
      withDatabase(async ({ pool }) => {
        await applyPlacement(pool, placement);
        process.stderr.write(`The tables of history are placed by ${placement}.\n`);
      })
    );
}
