import { METER_NUMBERS, type MeterNumber } from '../core/inventory/meter';
import { LIMIT_NAMES, type LimitName } from '../core/inventory/tagProfile';

/** A column of the table of the setting `tags`. */
export type TagColumn = 'deviceType' | 'tag' | 'states' | LimitName | MeterNumber | 'replaced';
export const TAG_COLUMNS: readonly TagColumn[] = [
  ...(['deviceType', 'tag', 'states'] as const),
  ...LIMIT_NAMES,
  ...METER_NUMBERS,
  'replaced',
];

/** What the settings page calls the columns, in the language of the user. */
export type TagHeadings = Readonly<Record<TagColumn, string>>;

/** Headings of lists from English, German, Spanish, French and Portuguese, in lower case, without accents and spaces. */
const HEADINGS: Readonly<Record<Exclude<TagColumn, LimitName>, string>> = {
  deviceType:
    'devicetype type machinetype assettype equipmenttype geratetyp geraetetyp maschinentyp anlagentyp typ tipo tipodedispositivo ' +
    'tipodispositivo tipodeequipo tipodemaquina typedappareil typedequipement typedemachine typeappareil tipodeequipamento tipodeaparelho',
  tag:
    'tag tags tagname tagkey tagid key variable signal point parameter messstelle messpunkt messgrosse kennung kennzeichen schlussel ' +
    'clave clavedeltag nombredeltag etiqueta senal punto puntodemedida parametro mesure pointdemesure repere etiquette nomdutag ' +
    'parametre grandeur cle variavel sinal ponto pontodemedicao nomedatag chave',
  states:
    'states state statenames zustande zustand estados estado nombresdeestados nombresdelosestados etats etat nomsdesetats nomesdosestados',
  rolloverAt:
    'rolloverat rollover overflow overflowat registerend uberlauf uberlaufbei zahlerende desbordamiento vueltaacero finderegistro ' +
    'debordement retourazero estouro viradadecontador',
  maxPerHour:
    'maxperhour largestincreaseperhour maximumperhour maxprostunde maximalprostunde maxporhora maximoporhora maxparheure maximumparheure',
  replaced:
    'replaced replacedat replacement replacements meterreplaced ersetzt ausgetauscht zahlerwechsel sustituido sustitucion cambiodecontador ' +
    'remplace remplacement substituido troca',
};
const LOW =
  'low lo l lower tief niedrig unten unterer untere untergrenze bajo baja inferior bas basse inferieur inferieure baixo baixa';
const HIGH = 'high hi h upper hoch oben oberer obere obergrenze alto alta superior haut haute superieur superieure';
/** Say that a limit is meant, not which one. */
const LIMIT_WORDS = new Set(
  (
    'limit limits limite limites grenze grenzwert schwelle seuil umbral limiar alarm alarma alarme value valor wert valeur ' +
    'd de del der des do da du la le the'
  ).split(' ')
);
/** Also the ends of a measuring range, unless a heading says that a limit is meant. */
const EXTREMES: Readonly<Partial<Record<TagColumn, string>>> = {
  low: 'min minimum minimo minima minimal',
  high: 'max maximum maximo maxima maximal',
};
/** Before the name of a limit that is beyond another one. */
const VERY = 'very sehr muy tres muito extra';

const WORDS: Readonly<Record<TagColumn, ReadonlySet<string>>> = {
  deviceType: new Set(HEADINGS.deviceType.split(' ')),
  tag: new Set(HEADINGS.tag.split(' ')),
  states: new Set(HEADINGS.states.split(' ')),
  lowLow: new Set(beyond(LOW)),
  low: new Set(LOW.split(' ')),
  high: new Set(HIGH.split(' ')),
  highHigh: new Set(beyond(HIGH)),
  rolloverAt: new Set(HEADINGS.rolloverAt.split(' ')),
  maxPerHour: new Set(HEADINGS.maxPerHour.split(' ')),
  replaced: new Set(HEADINGS.replaced.split(' ')),
};

/** Such as `lolo` and `muybajo`. */
function beyond(words: string): string[] {
  return words.split(' ').flatMap((word) => [word + word, ...VERY.split(' ').map((very) => very + word)]);
}

/**
 * The column that a heading names: by its name in the settings page, in JSON, or a word of those languages. Case, accents, spaces, hyphens,
 * and a unit in brackets do not matter.
 */
export function findColumn(heading: string, headings: TagHeadings): TagColumn | undefined {
  const tokens = plainTokens(heading);
  const [whole, short] = [tokens.join(''), tokens.filter((token) => !LIMIT_WORDS.has(token)).join('')];
  const isNamed = (column: TagColumn) =>
    [headings[column], column].some((known) => plainTokens(known).join('') === whole);
  return whole === ''
    ? undefined
    : (TAG_COLUMNS.find(isNamed) ??
        TAG_COLUMNS.find((column) => WORDS[column].has(whole) || WORDS[column].has(short)) ??
        (short === whole ? undefined : TAG_COLUMNS.find((column) => EXTREMES[column]?.split(' ').includes(short))));
}

function plainTokens(heading: string): string[] {
  return heading
    .replace(/\s*[([].*[)\]]\s*$/, '')
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .split(/[\s_.:'’/-]+/)
    .filter(Boolean);
}
