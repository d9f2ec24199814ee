// Run by tests in a child process: opens the embedded database of a folder, prints `open`, and keeps it open until stdin ends.
import { once } from 'node:events';
import { openEmbeddedPostgres } from '../../../store/embedded/embeddedPostgres.ts';

async function hold(root: string): Promise<void> {
  const database = await openEmbeddedPostgres({ candidates: [root], isDurable: false });
  process.stdout.write('open\n');
  process.stdin.resume();
  await once(process.stdin, 'end');
  await database.close();
}

void hold(process.argv[2] ?? '');
