import { firstRowAtOrAfter, type Rows, rowCount, rowsOfLength, sliceRows } from '../api/rows';

/**
 * Adds rows up to the steps between `edges`: avg = Σ avg·n / Σ n, min of mins, max of maxes, n = Σ n. Exact, because
 * no edge cuts a row; a step without rows gives none. Rows outside the edges are left out.
 * @param edges ascending; step i is [edges[i], edges[i + 1])
 * @returns a row per step that holds any, at the step's start
 */
export function reaggregate(rows: Rows, edges: Float64Array): Rows {
  const steps = rowsOfLength(Math.max(0, edges.length - 1));
  const total = rowCount(rows);
  let used = 0;
  let row = firstRowAtOrAfter(rows, edges[0] ?? Infinity);
  for (let step = 0; step + 1 < edges.length && row < total; step++) {
    const start = row;
    const end = edges[step + 1]!;
    while (row < total && rows.timeEpochMs[row]! < end) {
      row++;
    }
    if (row > start) {
      writeStep(steps, used++, edges[step]!, rows, start, row);
    }
  }
  return used === steps.n.length ? steps : sliceRows(steps, 0, used);
}

function writeStep(steps: Rows, at: number, timeEpochMs: number, rows: Rows, start: number, end: number): void {
  let min = Infinity;
  let max = -Infinity;
  let n = 0;
  for (let row = start; row < end; row++) {
    min = Math.min(min, rows.min[row]!);
    max = Math.max(max, rows.max[row]!);
    n += rows.n[row]!;
  }
  steps.timeEpochMs[at] = timeEpochMs;
  steps.avg[at] = weightedMean(rows, start, end, n);
  steps.min[at] = min;
  steps.max[at] = max;
  steps.n[at] = n;
}

/** Σ avg·n / Σ n, kept from losing digits: products are split exactly, sums are compensated (Dekker, Neumaier). */
function weightedMean(rows: Rows, start: number, end: number, totalN: number): number {
  if (end - start === 1) {
    return rows.avg[start]!;
  }
  let sum = 0;
  let lost = 0;
  for (let row = start; row < end; row++) {
    const avg = rows.avg[row]!;
    const n = rows.n[row]!;
    const product = avg * n;
    const next = sum + product;
    lost += productError(avg, n, product);
    lost += Math.abs(sum) >= Math.abs(product) ? sum - next + product : product - next + sum;
    sum = next;
  }
  const mean = (sum + lost) / totalN;
  return Number.isFinite(mean) ? mean : meanOfHuge(rows, start, end, totalN);
}

/** Splits a double into two halves of 26 bits. */
const SPLITTER = 2 ** 27 + 1;

/** What rounding took from `a * b`. */
function productError(a: number, b: number, product: number): number {
  if (b === 1) {
    return 0;
  }
  const aBig = SPLITTER * a - (SPLITTER * a - a);
  const aSmall = a - aBig;
  const bBig = SPLITTER * b - (SPLITTER * b - b);
  const bSmall = b - bBig;
  const error = aSmall * bSmall - (product - aBig * bBig - aSmall * bBig - aBig * bSmall);
  return Number.isFinite(error) ? error : 0;
}

/** For values so large that their sum is no double: each is weighed before it is added. */
function meanOfHuge(rows: Rows, start: number, end: number, totalN: number): number {
  let mean = 0;
  for (let row = start; row < end; row++) {
    mean += rows.avg[row]! * (rows.n[row]! / totalN);
  }
  return mean;
}

/** True when every row says how many readings it stands for, without which averages cannot be added up. */
export function hasCounts(rows: Rows): boolean {
  return rows.n.every((n) => n > 0);
}
