// Runs the service with a small plant, for the tests in this folder: they run where Grafana's code can, and the service needs Node.
// Prints its address and a key as a line of JSON, and ends with its parent.
import { upsertAlerts } from '../../telemetry-api/store/alerts/alerts.ts';
import { writeReadings } from '../../telemetry-api/store/readings/readings.ts';
import { startTestExports } from '../../telemetry-api/test/support/testExports.ts';
import { NOW_MS } from '../../telemetry-api/test/support/testService.ts';

const MINUTE_MS = 60_000;
/** Two pages of buckets, and two of readings. */
const READINGS = 4 * 1440;

const service = await startTestExports();
const tagId = service.tagId('COMP-01', 'presion');
const minutes = Array.from({ length: READINGS }, (_, index) => index);
await writeReadings(
  service.pool,
  {
    tagIds: minutes.map(() => tagId),
    tsEpochMs: minutes.map((minute) => NOW_MS - (READINGS - minute) * MINUTE_MS),
    values: minutes.map((minute) => (minute % 360) / 4),
  },
  { onConflict: 'keep' }
);
await upsertAlerts(
  service.pool,
  [6, 4, 2].map((hoursAgo, index) => ({
    id: `00000000-0000-4000-8000-00000000000${index + 1}`,
    tagId,
    rule: 'Presión alta',
    severity: 'critical',
    startValue: 80,
    peakValue: 90,
    startedMs: NOW_MS - hoursAgo * 60 * MINUTE_MS,
    openedMs: NOW_MS - hoursAgo * 60 * MINUTE_MS,
    acknowledgedMs: null,
    endedMs: hoursAgo === 2 ? null : NOW_MS - (hoursAgo - 1) * 60 * MINUTE_MS,
  }))
);
const id = await service.queue();
service.start();
await service.until(id, ['lista']);
await service.stop();

process.stdout.write(`${JSON.stringify({ address: service.address, secret: service.secret, nowEpochMs: NOW_MS })}\n`);
process.stdin.resume().on('end', () => {
  void service.close().then(() => process.exit());
});
