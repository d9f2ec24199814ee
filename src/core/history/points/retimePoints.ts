import { Retimer, type Shift } from '../../time/shift';
import type { EpochMs, TimeWindow } from '../../time/window';
import { isRow, type LinePoints, pickPoints } from './linePoints';

/** The points of a shifted series where the panel shows them. */
export interface RetimedPoints {
  readonly line: LinePoints;
  /** How many rows the later days have no place for. */
  readonly leftOut: number;
  /** The longest distance between two points without a null between them; 0 when there is none. */
  readonly longestLineMs: number;
}

/**
 * Re-times the points of a line. What is a gap has been decided before, on the data's own clock: neighbours stay connected
 * also where the later clock is set back between them, and a null stays between the same two rows. It is left out where
 * these touch, because all the time between them has no place.
 * @param edges of the steps, which a point represents from its time on; undefined for readings
 */
export function retimePoints(line: LinePoints, edges: Float64Array | undefined, shift: Shift): RetimedPoints {
  const { timeEpochMs, sources } = line;
  const isNull = (point: number) => sources !== undefined && sources.row[point]! < 0;
  const retimer = new Retimer(spanOf(timeEpochMs, edges), shift);
  const kept: number[] = [];
  const places: EpochMs[] = [];
  let leftOut = 0;
  let longestLineMs = 0;
  let edge = 0;
  for (let point = 0; point < timeEpochMs.length; point++) {
    const at = timeEpochMs[point]!;
    while (edges !== undefined && edges[edge]! <= at) {
      edge++;
    }
    // Several rows within a step, which a server may send, are distinguished by their own times.
    const stepEnd = Math.min(edges?.[edge] ?? at, timeEpochMs[point + 1] ?? Infinity);
    const place = retimer.placeOf(at, isNull(point) ? Infinity : stepEnd);
    if (Number.isNaN(place)) {
      leftOut += isRow(line, point) ? 1 : 0;
      continue;
    }
    if (isNull(point) && place <= (places.at(-1) ?? -Infinity)) {
      continue;
    }
    if (!isNull(point) && isNull(kept.at(-1) ?? -1) && place <= places.at(-1)!) {
      kept.pop();
      places.pop();
    }
    if (!isNull(point) && kept.length > 0 && !isNull(kept.at(-1)!)) {
      longestLineMs = Math.max(longestLineMs, place - places.at(-1)!);
    }
    kept.push(point);
    places.push(place);
  }
  return { line: pickPoints(line, kept, places), leftOut, longestLineMs };
}

function spanOf(timeEpochMs: readonly EpochMs[], edges: Float64Array | undefined): TimeWindow {
  const last = timeEpochMs.at(-1) ?? 0;
  return { fromEpochMs: timeEpochMs[0] ?? 0, toEpochMs: Math.max(last + 1, edges?.at(-1) ?? 0) };
}
