import { DAY_MS, firstAfter, firstAtOrAfter, HOUR_MS, type TimeWindow, windowMs } from './window';
import { nominalMs, type Step } from './step';
import { monthStarts, type ZoneSegment, zoneSegments } from './zone';

/** 1970-01-01 was a Thursday; weeks begin on Monday, 1970-01-05. */
const FIRST_MONDAY_MS = 4 * DAY_MS;

/**
 * Plans of one panel ask for the same edges, and those of a month of minutes take as long as everything else about a plan. The window decides
 * how long they are kept; what they depend on is in the key, its times included.
 */
const EDGES = new WeakMap<TimeWindow, Map<string, Float64Array>>();

/**
 * The edges of the steps that cover a window, aligned outward: the first edge is at or before `from`, the last one at
 * or after `to`, and step i is [edges[i], edges[i + 1]). Edges follow the local clock of the zone:
 * 6 h at 00, 06, 12 and 18 h local, days at local midnight, weeks on Monday, months on the first. On DST days:
 *
 *     spring (02 → 03 h), 1 h:  … 01─02 03─04 …      a skipped hour has no step
 *     autumn (03 → 02 h), 1 h:  … 02─02 02─03 03─04   a repeated hour has two
 *     autumn,             2 h:  … 00───02────────04   longer steps keep their wall-clock name: this one lasts 3 h
 *
 * @returns also to others who ask for the same: not to be written to
 * @param offsetMs moves steps along the local clock: 6 h makes steps of 8 h begin at 06, 14 and 22 h, and days at 06 h
 */
export function stepEdges(window: TimeWindow, step: Step, zone: string, offsetMs = 0): Float64Array {
  const ofWindow = EDGES.get(window) ?? new Map<string, Float64Array>();
  EDGES.set(window, ofWindow);
  const key = [window.fromEpochMs, window.toEpochMs, step.count, step.unit, offsetMs, zone].join(' ');
  const edges = ofWindow.get(key) ?? computeEdges(window, step, zone, offsetMs);
  ofWindow.set(key, edges);
  return edges;
}

function computeEdges(window: TimeWindow, step: Step, zone: string, offsetMs: number): Float64Array {
  if (step.unit === 'M') {
    return coveringEdges(Float64Array.from(monthStarts(window, zone, step.count, offsetMs)), window);
  }
  const lengthMs = nominalMs(step);
  const phaseMs = (step.unit === 'w' ? FIRST_MONDAY_MS : 0) + offsetMs;
  const margin = lengthMs + DAY_MS;
  const wide = { fromEpochMs: window.fromEpochMs - margin, toEpochMs: window.toEpochMs + margin };
  const segments = zoneSegments(wide, zone);
  // A segment has at most one edge more than steps fit into it, and one where the clock changes.
  const edges = new Float64Array(Math.max(0, Math.ceil(windowMs(wide) / lengthMs)) + 2 * segments.length);
  let count = 0;
  segments.forEach((segment, index) => {
    count = appendSegmentEdges(edges, count, segment, segments[index - 1], lengthMs, phaseMs);
  });
  return coveringEdges(edges.subarray(0, count), window);
}

/** @returns the count of edges, after those of the segment */
function appendSegmentEdges(
  edges: Float64Array,
  before: number,
  segment: ZoneSegment,
  previous: ZoneSegment | undefined,
  lengthMs: number,
  phaseMs: number
): number {
  let count = before;
  const { fromEpochMs, toEpochMs, utcOffsetMs } = segment;
  // Local clock times as if they were UTC, and the index of the step that each lies in.
  const edgeAt = (step: number) => step * lengthMs + phaseMs;
  const startsAt = (fromEpochMs + utcOffsetMs - phaseMs) / lengthMs;
  let localMs = edgeAt(Math.ceil(startsAt));
  if (previous !== undefined) {
    const stepAfter = Math.floor(startsAt);
    const stepBefore = Math.ceil((fromEpochMs + previous.utcOffsetMs - phaseMs) / lengthMs) - 1;
    const isLong = lengthMs > HOUR_MS;
    if (stepAfter > stepBefore || (stepAfter < stepBefore && !isLong)) {
      // The clock skipped or repeated an edge: the edge is at the instant of the change.
      edges[count++] = fromEpochMs;
    }
    if (isLong) {
      // The clock may have gone back over an edge that already exists.
      localMs = Math.max(localMs, edgeAt(stepBefore + 1));
    }
  }
  // The edge at the change already exists.
  if (localMs - utcOffsetMs === edges[count - 1]) {
    localMs += lengthMs;
  }
  for (let edge = localMs - utcOffsetMs; edge < toEpochMs; edge += lengthMs) {
    edges[count++] = edge;
  }
  return count;
}

/** From the last edge at or before the window's start to the first at or after its end. */
function coveringEdges(edges: Float64Array, window: TimeWindow): Float64Array {
  const start = Math.max(0, firstAfter(edges, window.fromEpochMs) - 1);
  const end = Math.max(start + 1, firstAtOrAfter(edges, window.toEpochMs));
  return edges.slice(start, end + 1);
}
