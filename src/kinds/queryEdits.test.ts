import { type AlertsQuery, DEFAULT_ALERTS_QUERY } from './alerts/alertsQuery';
import {
  changeShift,
  changeStatistics,
  chooseStatistics,
  DEFAULT_HISTORY_QUERY,
  type HistoryQuery,
  splitShift,
} from './history/historyQuery';
import {
  changeDuration,
  changeFilterList,
  changeHold,
  changeInterval,
  changeOffset,
  distinctTexts,
} from '../query/queryEdits';
import { changeTotals, DEFAULT_PERIODS_QUERY, type PeriodsQuery } from './periods/periodsQuery';
import { changeKind } from './changeKind';

const history: HistoryQuery = deepFreeze({
  ...DEFAULT_HISTORY_QUERY,
  refId: 'B',
  hide: false,
  datasource: { uid: 'plant' },
  devices: ['COMP-01'],
  tags: ['presion'],
});
const alerts: AlertsQuery = deepFreeze({ ...DEFAULT_ALERTS_QUERY, refId: 'B', severities: ['critica'] });

const periods: PeriodsQuery = deepFreeze({ ...DEFAULT_PERIODS_QUERY, refId: 'B' });

describe('queryEdits', () => {
  it('returns a new query and does not mutate the saved one', () => {
    const edited = [
      changeFilterList(history, 'devices', ['$device']),
      changeFilterList(history, 'tags', ['caudal']),
      changeInterval(history, '5m'),
      changeStatistics(history, ['min']),
      changeOffset(history, '06:00'),
      changeShift(history, '1w'),
      changeKind(history, 'alerts'),
      changeKind(alerts, 'history'),
    ];
    for (const query of edited) {
      expect(query).not.toBe(history);
      expect(query).not.toBe(alerts);
      expect(query.refId).toBe('B');
    }
  });

  it('sets a shift of days, weeks or months, a variable or none', () => {
    expect(changeShift(history, ' 2w ').shift).toBe('2w');
    expect(changeShift(history, '$earlier').shift).toBe('$earlier');
    expect(changeShift({ ...history, shift: '1d' }, '').shift).toBe('');
    expect(changeShift(history, '8h')).toBe(history);
  });

  it('keeps devices, tags and Grafana’s own fields when the kind changes', () => {
    expect(changeKind(history, 'alerts')).toEqual({
      ...DEFAULT_ALERTS_QUERY,
      refId: 'B',
      hide: false,
      datasource: { uid: 'plant' },
      devices: ['COMP-01'],
      tags: ['presion'],
    });
  });

  it('drops the severities when the kind changes from alerts to history', () => {
    expect(changeKind(alerts, 'history')).not.toHaveProperty('severities');
  });

  it('trims typed codes and removes duplicates', () => {
    expect(changeFilterList(history, 'devices', [' COMP-01 ', 'COMP-01', '', '$device']).devices).toEqual([
      'COMP-01',
      '$device',
    ]);
    expect(distinctTexts(['critica', 'critica ', 'urgente'])).toEqual(['critica', 'urgente']);
  });

  it('keeps statistics in a fixed order, however they were selected', () => {
    expect(changeStatistics(history, ['n', 'max', 'avg']).statistics).toEqual(['avg', 'max', 'n']);
  });

  it('returns the query unchanged if the interval is invalid', () => {
    expect(changeInterval(history, '7m')).toBe(history);
    expect(changeInterval(history, ' 5m ').interval).toBe('5m');
  });

  it('clears the offset if the new interval takes none', () => {
    const shifts = { ...history, interval: '8h', offset: '06:00' };
    expect(changeInterval(shifts, '12h').offset).toBe('06:00');
    expect(changeInterval(shifts, '$step').offset).toBe('06:00');
    expect(changeInterval(shifts, '1d').offset).toBe('06:00');
    expect(changeInterval(shifts, '1h').offset).toBe('');
    expect(changeInterval(shifts, 'auto').offset).toBe('');
  });

  it('returns the query unchanged if the offset is invalid', () => {
    const shifts = { ...history, interval: '8h' };
    expect(changeOffset(shifts, '6h')).toBe(shifts);
    expect(changeOffset(shifts, ' 06:00 ').offset).toBe('06:00');
    expect(changeOffset(shifts, '$start').offset).toBe('$start');
  });

  it('sets a duration, a variable or none, and a hold limit', () => {
    expect(changeDuration(periods, 'minDuration', ' 90s ').minDuration).toBe('90s');
    expect(changeDuration(periods, 'joinWithin', '$gap').joinWithin).toBe('$gap');
    expect(changeDuration({ ...periods, minDuration: '1m' }, 'minDuration', '').minDuration).toBe('');
    expect(changeDuration(periods, 'minDuration', 'soon')).toBe(periods);
    expect(changeHold(periods, 'none').hold).toBe('none');
    expect(changeHold(periods, 'ever')).toBe(periods);
  });

  it('keeps totals in a fixed order, and at least one', () => {
    expect(changeTotals(periods, ['longest', 'share']).totals).toEqual(['share', 'longest']);
    expect(changeTotals(periods, [])).toBe(periods);
  });

  it('does not remove the last statistic', () => {
    expect(changeStatistics(history, [])).toBe(history);
  });
});

function deepFreeze<T extends object>(value: T): T {
  Object.values(value).forEach((inner: unknown) => {
    if (typeof inner === 'object' && inner !== null) {
      deepFreeze(inner);
    }
  });
  return Object.freeze(value);
}

it.each([
  [['auto'], 'counter', ['increase']],
  [['auto'], 'measure', ['avg', 'band']],
  [['auto'], 'state', ['avg', 'band']],
  [['auto', 'n', 'avg'], 'measure', ['avg', 'band', 'n']],
  [['avg', 'band'], 'counter', ['avg', 'band']],
] as const)('the statistics %j of a %s are %j', (choices, role, expected) => {
  expect(chooseStatistics(choices, role)).toEqual(expected);
});

it('a query that compares stands for itself and for the same without a shift', () => {
  const shifted = { ...history, shift: '1w' };
  expect(splitShift(shifted)).toEqual([shifted]);
  expect(splitShift({ ...history, alsoUnshifted: true })).toHaveLength(1);
  const [own, earlier] = splitShift({ ...shifted, alsoUnshifted: true });
  expect([own?.shift, earlier?.shift]).toEqual(['', '1w']);
});

it('without a shift there is nothing to compare with', () => {
  const compared = { ...history, shift: '1w', alsoUnshifted: true };
  expect(changeShift(compared, '1d')).toMatchObject({ shift: '1d', alsoUnshifted: true });
  expect(changeShift(compared, '')).toMatchObject({ shift: '', alsoUnshifted: false });
});
