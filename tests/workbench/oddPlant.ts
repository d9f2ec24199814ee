/** A device with one tag, whose value no other has. */
export interface OddDevice {
  readonly code: string;
  readonly name: string;
  readonly site: string;
  readonly tag: string;
  readonly value: number;
}

const CODES = [
  ...['TANK', 'TANK#1', 'A', 'A&B', 'L1 L2', 'L1+L2', '50%', '50%25', '%41', 'a/b', '../A', 'http://A', 'x?y=z'],
  ...['A;B', '&amp;', '"A"', "'A'", '(1)', '<b>A</b>', '{A,AB}', 'A,AB', 'AB', 'A|B', String.raw`A\B`],
  ...['$A', '${A}', '[[A]]', 'A*', '*', '/re.*/', 'pa(ren', '/(/', 'All', 'n/a', '.', '007', 'now-1h'],
  ...['ñandú ü', '🏭 1', 'x'.repeat(200)],
];

/** Names with the characters of addresses, patterns and variables. Of each device, the key of its tag is another one. */
export const ODD_PLANT: readonly OddDevice[] = CODES.map((code, index) => ({
  code,
  name: `Tank no. ${index}`,
  site: `Site ${code}`,
  tag: CODES[CODES.length - 1 - index]!,
  value: 401 + index,
}));
