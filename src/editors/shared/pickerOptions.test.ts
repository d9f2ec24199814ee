import { suggestOptions, selectedOptions } from './pickerOptions';

const OPTIONS = [
  { value: 'presion', label: 'Presión de descarga (presion)', description: 'bar · 2 devices' },
  { value: 'caudal', label: 'Caudal (caudal)', description: 'm³/h · 1 device' },
];
const values = (offered: Array<{ value: string }>) => offered.map(({ value }) => value);

describe('suggestOptions', () => {
  it('offers everything before anything is typed', () => {
    expect(values(suggestOptions('', ['$tag'], OPTIONS))).toEqual(['$tag', 'presion', 'caudal']);
  });

  it.each([
    ['PRESION', 'presion'],
    ['descarga presión', 'presion'],
    ['bar', 'presion'],
    ['m³/h', 'caudal'],
  ])('finds what was meant by %s, and offers the text itself last', (typed, value) => {
    expect(values(suggestOptions(typed, [], OPTIONS))[0]).toBe(value);
    expect(values(suggestOptions(typed, [], OPTIONS)).filter((offered) => offered !== value)).not.toContain('caudal');
  });

  it('offers a text that nothing matches as it is, without the blanks around it', () => {
    expect(values(suggestOptions(' $any ', [], OPTIONS))).toEqual(['$any']);
  });

  it('does not offer a text twice', () => {
    expect(values(suggestOptions('caudal', [], OPTIONS))).toEqual(['caudal']);
    expect(values(suggestOptions('$tag', ['$tag'], OPTIONS))).toEqual(['$tag']);
  });

  it('offers the first hundred of thousands, and says how many there are', () => {
    const tags = Array.from({ length: 3_000 }, (_, index) => ({ value: `t${index}`, label: `t${index}` }));
    const offered = suggestOptions('t29', [], tags);
    expect(offered).toHaveLength(101);
    expect(offered[0]).toMatchObject({ value: 't29' });
    expect(offered.at(-1)).toMatchObject({
      label: 'The first 100 of 111. Type to find the others.',
      infoOption: true,
    });
  });
});

describe('selectedOptions', () => {
  it('names what is known and shows the rest as it is', () => {
    expect(selectedOptions(['caudal', '$tag', 'OLD'], OPTIONS)).toEqual([
      { value: 'caudal', label: 'Caudal (caudal)' },
      { value: '$tag', label: '$tag' },
      { value: 'OLD', label: 'OLD' },
    ]);
  });
});
