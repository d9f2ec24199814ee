import { DEFAULT_VARIABLE_QUERY } from './normalizeQuery';
import { changeFilter, changeVariableKind } from './variableQueryEdits';

const tagsOfOneDevice = Object.freeze({
  ...DEFAULT_VARIABLE_QUERY,
  kind: 'tags' as const,
  site: '$site',
  area: 'Hornos',
  deviceType: 'horno',
  device: '$device',
});

describe('variableQueryEdits', () => {
  it.each([
    ['sites', { site: '', area: '', deviceType: '', device: '' }],
    ['areas', { site: '$site', area: '', deviceType: '', device: '' }],
    ['devices', { site: '$site', area: 'Hornos', deviceType: 'horno', device: '' }],
    ['tags', { site: '$site', area: 'Hornos', deviceType: 'horno', device: '$device' }],
  ] as const)('forgets what cannot narrow a list of %s', (kind, narrowed) => {
    expect(changeVariableKind(tagsOfOneDevice, kind)).toEqual({ ...tagsOfOneDevice, kind, ...narrowed });
  });

  it('narrows by a typed text, and widens by an empty one', () => {
    expect(changeFilter(tagsOfOneDevice, 'site', ' Bilbao ').site).toBe('Bilbao');
    expect(changeFilter(tagsOfOneDevice, 'site', '').site).toBe('');
    expect(tagsOfOneDevice.site).toBe('$site');
  });
});
