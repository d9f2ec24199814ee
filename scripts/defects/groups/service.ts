import type { Defect } from '../defect.ts';

/** In what telemetry-api answers. */
export const SERVICE: readonly Defect[] = [
  {
    id: 'revoked-key-still-reads',
    file: 'telemetry-api/store/keys/keys.ts',
    find: "if (revokedMs !== null) {\n    return 'revoked';",
    replace: "if (revokedMs !== null && revokedMs > nowMs) {\n    return 'revoked';",
    effect: 'Whoever has a key that was revoked goes on reading.',
  },
  {
    id: 'key-is-found-for-twenty-seconds',
    file: 'telemetry-api/http/keyLookup.ts',
    find: 'const MAX_AGE_MS = 2000;',
    replace: 'const MAX_AGE_MS = 20_000;',
    effect: 'A revoked key is accepted for 20 s, and a new one rejected.',
  },
  {
    id: 'devices-of-other-sites',
    file: 'telemetry-api/store/inventory/devicePage.ts',
    find: '($2::int[] IS NULL OR site_id = ANY ($2))',
    replace: '($2::int[] IS NULL OR site_id >= ANY ($2))',
    effect: 'A key of one site lists the devices of others.',
  },
  {
    id: 'second-page-repeats-a-row',
    file: 'telemetry-api/routes/readings.ts',
    find: 'walk.after.ms + 1',
    replace: 'walk.after.ms',
    effect: 'Each page of readings begins with the last reading of the one before it.',
  },
  {
    id: 'alerts-need-no-permission',
    file: 'telemetry-api/routes/alerts.ts',
    find: "permission: 'alertas:leer'",
    replace: "permission: 'lecturas:leer'",
    effect: 'A key without the permission for alerts reads them.',
  },
  {
    id: 'cursor-of-other-parameters',
    file: 'telemetry-api/http/parameters/cursor.ts',
    find: 'JSON.stringify([VERSION, ...scope])',
    replace: 'JSON.stringify([VERSION, scope[0]])',
    effect: 'A cursor of one tag goes on with another one, in place of an error.',
  },
  {
    id: 'range-ends-a-byte-late',
    file: 'telemetry-api/http/body/byteRange.ts',
    find: 'Math.min(Number(last), sizeBytes - 1)',
    replace: 'Math.min(Number(last) + 1, sizeBytes - 1)',
    effect: 'A download that was resumed has a byte twice.',
  },
  {
    id: 'exports-of-other-keys',
    file: 'telemetry-api/routes/exports.ts',
    find: 'if (job === undefined || job.keyId !== apiKeyOf(request).id) {',
    replace: 'if (job === undefined || job.keyId === "") {',
    effect: 'Whoever knows the id of an export gets its link with any key.',
  },
  {
    id: 'slot-is-never-released',
    file: 'telemetry-api/http/limits/concurrencyLimit.ts',
    find: 'this.count(holders, -1);',
    replace: 'holders.forEach(({ name }) => this.slotsOf.add(name, -1));',
    effect: 'After some hundred requests the service says that it is busy, and stays so.',
  },
  {
    id: 'ready-while-stopping',
    file: 'telemetry-api/routes/health.ts',
    find: "return reply.code(503).send({ estado: 'deteniéndose' });",
    replace: "return reply.code(200).send({ estado: 'listo' });",
    effect: 'A load balancer goes on sending requests to a service that stops.',
  },
];
