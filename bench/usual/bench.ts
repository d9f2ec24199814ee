// npm run bench:usual: what the tolerance of the statistic `usual` lets through, and what it finds, on the demo plant. See docs/benchmarks.md.
import { LevelGrid } from '../../src/core/history/levelGrid.ts';
import { planHistory } from '../../src/core/history/plan/planHistory.ts';
import type { UsualPlan } from '../../src/core/history/plan/planUsual.ts';
import { readingRows, type Rows, rowsBetween, sliceRows } from '../../src/core/history/rows.ts';
import type { Usual } from '../../src/core/history/series/loadedSeries.ts';
import { usualOf } from '../../src/core/history/series/usual.ts';
import { quantile } from '../../src/core/quantiles.ts';
import { DAY_MS, type EpochMs, MINUTE_MS, type TimeWindow } from '../../src/core/time/window.ts';
import { alertEvaluator } from '../../telemetry-api/demo/alerts/alertRule.ts';
import { DEMO_RULES } from '../../telemetry-api/demo/alerts/demoRules.ts';
import { demoPlant, type PlantTag, tagsOf } from '../../telemetry-api/demo/demoPlant.ts';
import { eachReading } from '../../telemetry-api/demo/plantModel.ts';
import type { Measured } from '../kit/figure.ts';
import { figuresTable, jsonLines, markdownTable } from '../kit/report.ts';
import { print } from '../kit/runBench.ts';

const SEEDED_MS = Date.UTC(2026, 10, 20);
/** Before what the plant tells of the last days. */
const WINDOW: TimeWindow = { fromEpochMs: SEEDED_MS - 36 * DAY_MS, toEpochMs: SEEDED_MS - 6 * DAY_MS };
const WEEKS = 6;
const HISTORY: TimeWindow = { ...WINDOW, fromEpochMs: WINDOW.fromEpochMs - (WEEKS * 7 + 1) * DAY_MS };
const STEP_MINUTES = 15;
const STEP_MS = STEP_MINUTES * MINUTE_MS;
const MAX_CADENCE_MS = 30 * MINUTE_MS;
/** A tag repeats its week if the band is usually narrower than this share of its range. Of others, such as levels, nothing is usual. */
const REPEATS = 0.25;
/** Of so many, chance moves the share that is found by half a percent; of 200, by two. */
const FAULTS = 2000;
const FAULT_STEPS = 16;

interface UsualTag {
  readonly averages: Rows;
  /** From the lowest to the highest value, without the most extreme percent of either. */
  readonly span: number;
  readonly plan: UsualPlan;
  readonly edges: Float64Array;
  readonly usual: Usual;
  /** The days without an alert of the device. */
  readonly isQuiet: (epochMs: EpochMs) => boolean;
}

/** The averages of the steps of a tag. */
function averagesOf({ device, tag }: PlantTag): Rows {
  const total = Math.round((HISTORY.toEpochMs - HISTORY.fromEpochMs) / STEP_MS);
  const [sums, counts] = [new Float64Array(total), new Float64Array(total)];
  eachReading(device, tag, HISTORY.fromEpochMs, HISTORY.toEpochMs, (epochMs, value) => {
    const step = Math.floor((epochMs - HISTORY.fromEpochMs) / STEP_MS);
    sums[step]! += value;
    counts[step]! += 1;
  });
  const rows = readingRows(total);
  let row = 0;
  for (let step = 0; step < total; step++) {
    if (counts[step]! > 0) {
      rows.timeEpochMs[row] = HISTORY.fromEpochMs + step * STEP_MS;
      rows.avg[row++] = sums[step]! / counts[step]!;
    }
  }
  return sliceRows(rows, 0, row);
}

/** The days on which each device has an alert. */
function daysWithAlerts(plant: readonly PlantTag[]): ReadonlyMap<string, ReadonlySet<number>> {
  const days = new Map<string, Set<number>>();
  DEMO_RULES.forEach((rule, id) => {
    const own = plant.find(({ device, tag }) => device.code === rule.device && tag.key === rule.tag)!;
    const evaluator = alertEvaluator(rule, id);
    eachReading(own.device, own.tag, WINDOW.fromEpochMs, WINDOW.toEpochMs, evaluator.add);
    for (const { startedMs, endedMs } of evaluator.changes(WINDOW.toEpochMs)) {
      const ofDevice = days.get(rule.device) ?? new Set();
      days.set(rule.device, ofDevice);
      for (let day = dayOf(startedMs); day <= dayOf(endedMs ?? WINDOW.toEpochMs); day++) {
        ofDevice.add(day);
      }
    }
  });
  return days;
}

function dayOf(epochMs: EpochMs): number {
  return Math.floor(epochMs / DAY_MS);
}

function usualTags(): UsualTag[] {
  const plant = tagsOf(demoPlant(SEEDED_MS));
  const alerts = daysWithAlerts(plant);
  return plant.flatMap((one) => {
    const { device, tag } = one;
    const isRegular = tag.cadence.everyMs >= MINUTE_MS && tag.cadence.everyMs <= MAX_CADENCE_MS;
    if (!device.active || tag.kind !== 'medida' || !isRegular || tag.fromMs > HISTORY.fromEpochMs) {
      return [];
    }
    const plan = planHistory({
      window: WINDOW,
      points: 1000,
      minStepMs: 0,
      interval: { kind: 'step', step: { count: STEP_MINUTES, unit: 'm' } },
      zone: device.site.zone,
      offsetMs: 0,
      grid: new LevelGrid('UTC'),
      maxRows: 5_000_000,
      maxAutoRawRows: 0,
      prefersReadings: false,
      usual: { weeks: WEEKS },
    });
    if (plan.kind !== 'buckets' || plan.usual === undefined) {
      throw new Error(`not planned: ${plan.kind}`);
    }
    const averages = averagesOf(one);
    const before = rowsBetween(averages, { ...HISTORY, toEpochMs: WINDOW.fromEpochMs })
      .avg.slice()
      .sort();
    const span = quantile(before, 0.99) - quantile(before, 0.01);
    const usual = usualOf(rowsBetween(averages, WINDOW), plan.edges, averages, plan.usual);
    const widths = usual.rows.max.map((high, row) => high - usual.rows.min[row]!).sort();
    const isQuiet = (epochMs: EpochMs) => alerts.get(device.code)?.has(dayOf(epochMs)) !== true;
    return widths.length > 0 && quantile(widths, 0.5) < REPEATS * span
      ? [{ averages, span, plan: plan.usual, edges: plan.edges, usual, isQuiet }]
      : [];
  });
}

/** How many steps of quiet days are outside of the band, and how many of these are reported. */
function countReported(tags: readonly UsualTag[]) {
  let [steps, outside, reported] = [0, 0, 0];
  for (const { averages, usual, isQuiet } of tags) {
    const own = rowsBetween(averages, WINDOW);
    const averageAt = new Map(Array.from(own.timeEpochMs, (time, row) => [time, own.avg[row]!]));
    const distanceAt = new Map(Array.from(usual.outside.timeEpochMs, (time, row) => [time, usual.outside.avg[row]!]));
    usual.rows.timeEpochMs.forEach((time, row) => {
      const average = averageAt.get(time);
      if (average !== undefined && isQuiet(time)) {
        const isOutside = average < usual.rows.min[row]! || average > usual.rows.max[row]!;
        steps++;
        outside += isOutside ? 1 : 0;
        reported += distanceAt.get(time) === 0 ? 0 : 1;
      }
    });
  }
  return { steps, outside, reported };
}

/** The same numbers in each run. */
function randomNumbers(): () => number {
  let state = 1;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

/** Of faults of four hours, half of them at once and half of them growing, as large as the range of the tag: how many are reported. */
function countFound(tags: readonly UsualTag[]): number {
  const random = randomNumbers();
  let [faults, found] = [0, 0];
  while (faults < FAULTS) {
    const { averages, span, plan, edges, isQuiet, usual } = tags[Math.floor(random() * tags.length)]!;
    const first = Math.floor(random() * (usual.outside.timeEpochMs.length - FAULT_STEPS));
    const fromEpochMs = usual.outside.timeEpochMs[first]!;
    if (!isQuiet(fromEpochMs)) {
      continue;
    }
    const during: TimeWindow = { fromEpochMs, toEpochMs: fromEpochMs + FAULT_STEPS * STEP_MS };
    const direction = faults % 2 === 0 ? 1 : -1;
    const grows = faults % 4 >= 2;
    const healthy = rowsBetween(averages, during);
    const faulty = readingRows(healthy.timeEpochMs.length);
    healthy.timeEpochMs.forEach((time, row) => {
      const share = grows ? (time - fromEpochMs + STEP_MS) / (FAULT_STEPS * STEP_MS) : 1;
      faulty.timeEpochMs[row] = time;
      faulty.avg[row] = healthy.avg[row]! + direction * share * span;
    });
    faults++;
    found += usualOf(faulty, edges, averages, plan).outside.avg.some((distance) => distance !== 0) ? 1 : 0;
  }
  return found;
}

function measure(tags: readonly UsualTag[]): Measured[] {
  const { steps, outside, reported } = countReported(tags);
  const found = countFound(tags);
  return [
    {
      figure: 'usual: reported of the steps outside of the band, %',
      value: (100 * reported) / outside,
      limit: 1,
      better: 'lower',
      detail: `${tags.length} tags, 30 days without those with alerts: of ${steps} steps, ${outside} are outside, and ${reported} reported`,
    },
    {
      figure: 'usual: faults that are found, %',
      value: (100 * found) / FAULTS,
      limit: 90,
      better: 'higher',
      detail: `${found} of ${FAULTS} faults of four hours that reach the range of the tag`,
    },
  ];
}

const MEASURED = measure(usualTags());
print(markdownTable(figuresTable(MEASURED)));
print(jsonLines(MEASURED));
