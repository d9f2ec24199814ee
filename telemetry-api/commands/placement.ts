import { Argument, Command } from 'commander';
import { applyPlacement, PLACEMENTS, type Placement } from '../store/database/placement/placement.ts';
import { startProgress } from './output/progress.ts';
import { withDatabase } from './withDatabase.ts';

/** For a stack whose command is the same with and without an extension. */
const NONE = 'none';

/** `placement`: moves from one PostgreSQL server to several, see docs/capacity.md. */
export function placementCommand(): Command {
  return new Command('placement')
    .description('let a database extension manage the history tables; stop all other commands first')
    .addArgument(new Argument('<extension>', 'none: changes nothing').choices([...PLACEMENTS, NONE]))
    .action((placement: Placement | typeof NONE) =>
      withDatabase(async ({ pool }) => {
        if (placement === NONE) {
          process.stderr.write('The history tables stay as they are.\n');
          return;
        }
        const progress = startProgress();
        const isNew = await applyPlacement(pool, placement, progress.update).finally(progress.end);
        process.stderr.write(
          `The history tables are ${isNew ? 'now' : 'already'} managed by ${placement}${isNew ? '' : '; nothing was changed'}.\n`
        );
      })
    );
}
