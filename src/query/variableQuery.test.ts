import { changeFilter, changeVariableKind, DEFAULT_VARIABLE_QUERY } from './variableQuery';

const tagsOfOneDevice = Object.freeze({
  ...DEFAULT_VARIABLE_QUERY,
  kind: 'tags' as const,
  site: '$site',
  area: 'Hornos',
  deviceType: 'horno',
  device: '$device',
  order: 'alerts' as const,
});

describe('variableQueryEdits', () => {
  it.each([
    ['sites', { site: '', area: '', deviceType: '', device: '', order: 'name' }],
    ['areas', { site: '$site', area: '', deviceType: '', device: '', order: 'name' }],
    ['counters', { site: '$site', area: 'Hornos', deviceType: 'horno', device: '$device', order: 'name' }],
    ['devices', { site: '$site', area: 'Hornos', deviceType: 'horno', device: '' }],
    ['tags', { site: '$site', area: 'Hornos', deviceType: 'horno', device: '$device' }],
  ] as const)('clears the filters and the order that a list of %s does not support', (kind, filters) => {
    expect(changeVariableKind(tagsOfOneDevice, kind)).toEqual({ ...tagsOfOneDevice, kind, ...filters });
  });

  it('sets a filter, and removes it when the value is empty', () => {
    expect(changeFilter(tagsOfOneDevice, 'site', ' Bilbao ').site).toBe('Bilbao');
    expect(changeFilter(tagsOfOneDevice, 'site', '').site).toBe('');
    expect(tagsOfOneDevice.site).toBe('$site');
  });

  it('keeps the condition for periods and runs, and what only runs have for runs', () => {
    const condition = { operator: '<', value: '7', upper: '' } as const;
    const periods = {
      ...DEFAULT_VARIABLE_QUERY,
      kind: 'periods' as const,
      tag: 'presion',
      condition,
      ...{ minDuration: '1m', joinWithin: '30s', hold: '6h' },
    };
    expect(changeVariableKind(periods, 'periods')).toEqual(periods);
    const runs = { ...periods, kind: 'runs' as const, runsBy: 'values' as const, count: 20, withLast: true };
    expect(changeVariableKind(runs, 'runs')).toEqual(runs);
    expect(changeVariableKind(runs, 'periods')).toEqual(periods);
    expect(changeVariableKind(runs, 'devices')).toEqual({ ...DEFAULT_VARIABLE_QUERY, kind: 'devices' });
    expect(changeVariableKind(periods, 'devices')).toEqual({ ...DEFAULT_VARIABLE_QUERY, kind: 'devices' });
  });
});
