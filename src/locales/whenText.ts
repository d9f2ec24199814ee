import { wordedDuration } from './periodTexts';
import { translate } from './translate';

/** More would not be read. */
const MAX_NAMED = 3;

/** The tags that a sentence is about. */
interface NamedSeries {
  readonly sites: readonly string[];
  readonly areas: readonly string[];
  readonly deviceTypes: readonly string[];
  readonly devices: readonly string[];
  readonly tags: readonly string[];
}

/** Which stretches of time count, as saved queries have it. */
interface SavedRules {
  readonly minDuration: string;
  readonly joinWithin: string;
}

/**
 * When a period lasts, in words: `When CMP-101 · presion is above 8.4 bar for at least 1 min, interruptions up to 30 s included`.
 * @param clause what holds meanwhile
 */
export function whenText(clause: string, { minDuration, joinWithin }: SavedRules): string {
  const values = { clause, minDuration: wordedDuration(minDuration), joinWithin: wordedDuration(joinWithin) };
  if (minDuration !== '' && joinWithin !== '') {
    return translate(
      'periods.sentence.both',
      'When {{clause}} for at least {{minDuration}}, interruptions up to {{joinWithin}} included',
      values
    );
  }
  if (minDuration !== '') {
    return translate('periods.sentence.minDuration', 'When {{clause}} for at least {{minDuration}}', values);
  }
  return joinWithin === ''
    ? translate('periods.sentence.plain', 'When {{clause}}', values)
    : translate('periods.sentence.joinWithin', 'When {{clause}}, interruptions up to {{joinWithin}} included', values);
}

/** What a query selects, in words: `Bilbao · A, B, C, … · presion`. */
export function seriesText({ sites, areas, deviceTypes, devices, tags }: NamedSeries): string {
  return [[...sites, ...areas, ...deviceTypes], devices, tags]
    .filter((list) => list.length > 0)
    .map(listText)
    .join(' · ');
}

function listText(texts: readonly string[]): string {
  return texts.length > MAX_NAMED ? `${texts.slice(0, MAX_NAMED).join(', ')}, …` : texts.join(', ');
}
