import { selectedOptions, suggestOptions, typedValue } from './pickerOptions';

const OPTIONS = [
  { value: 'presion', label: 'Presión de descarga (presion)', description: 'bar · 2 devices' },
  { value: 'caudal', label: 'Caudal (caudal)', description: 'm³/h · 1 device' },
];
const values = (suggestions: Array<{ value: string }>) => suggestions.map(({ value }) => value);

describe('suggestOptions', () => {
  it('suggests everything before anything is typed', () => {
    expect(values(suggestOptions('', ['$tag'], OPTIONS))).toEqual(['$tag', 'presion', 'caudal']);
  });

  it.each([
    ['PRESION', 'presion'],
    ['descarga presión', 'presion'],
    ['bar', 'presion'],
    ['m³/h', 'caudal'],
  ])('finds the option for %s and suggests the text itself last', (typed, value) => {
    expect(values(suggestOptions(typed, [], OPTIONS))[0]).toBe(value);
    expect(values(suggestOptions(typed, [], OPTIONS)).filter((suggestion) => suggestion !== value)).not.toContain(
      'caudal'
    );
  });

  it('suggests a text that nothing matches, without surrounding spaces', () => {
    expect(values(suggestOptions(' $any ', [], OPTIONS))).toEqual(['$any']);
  });

  it('does not suggest a text twice', () => {
    expect(values(suggestOptions('caudal', [], OPTIONS))).toEqual(['caudal']);
    expect(values(suggestOptions('$tag', ['$tag'], OPTIONS))).toEqual(['$tag']);
  });

  it.each([
    ['p-1', ['P-1', 'P-10']],
    ['PRESIÓN', ['P-10', 'P-1']],
  ])('suggests the option that %s names before the others that match', (typed, expected) => {
    const options = [
      { value: 'P-1', label: 'Presión de línea (P-1)' },
      { value: 'P-10', label: 'Presión (P-10)' },
    ];
    expect(values(suggestOptions(typed, [], options)).slice(0, 2)).toEqual(expected);
    expect(values(suggestOptions(typed, [], [...options].reverse())).slice(0, 2)).toEqual(expected);
  });

  it.each([
    ['tag', ['tag_1', '$tag', 'tag']],
    ['$t', ['$tag', '$t']],
  ])('suggests variables first only for a text that starts like one: %s', (typed, expected) => {
    expect(values(suggestOptions(typed, ['$tag'], [{ value: 'tag_1', label: 'tag_1' }]))).toEqual(expected);
  });

  it('suggests the first hundred of thousands and reports how many there are', () => {
    const tags = Array.from({ length: 3_000 }, (_, index) => ({ value: `t${index}`, label: `t${index}` }));
    const suggestions = suggestOptions('t29', [], tags);
    expect(suggestions).toHaveLength(101);
    expect(suggestions[0]).toMatchObject({ value: 't29' });
    expect(suggestions.at(-1)).toMatchObject({
      label: 'Showing the first 100 of 111 options. Type to filter.',
      infoOption: true,
    });
  });
});

describe('typedValue', () => {
  const options = [...OPTIONS, { value: 'P-1', label: 'Bomba (P-1)' }, { value: 'P-2', label: 'Bomba (P-2)' }];
  it.each([
    ['presion', 'presion'],
    ['PRESION', 'presion'],
    ['presion de descarga', 'presion'],
    ['Presión de descarga (presion)', 'presion'],
    ['descarga', 'descarga'],
    [' $any ', '$any'],
    ['bomba', 'bomba'],
    ['  ', undefined],
  ])('of %j is %j: the option with this code or name, unless several have it', (typed, value) => {
    expect(typedValue(typed, ['$tag'], options)).toBe(value);
  });
});

describe('selectedOptions', () => {
  it('labels known values and shows the others as they are', () => {
    expect(selectedOptions(['caudal', '$tag', 'OLD'], OPTIONS)).toEqual([
      { value: 'caudal', label: 'Caudal (caudal)' },
      { value: '$tag', label: '$tag' },
      { value: 'OLD', label: 'OLD' },
    ]);
  });
});
