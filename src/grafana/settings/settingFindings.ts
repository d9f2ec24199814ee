import { translate } from '../../locales/translate';
import { settingLabel } from '../../locales/settingTexts';
import { patternProblems, tagProblemText } from '../../locales/tagProblemTexts';
import { readTagSettings } from '../../query/tagSettings';
import { type SettingProblem, settingProblems, SETTINGS, type TelemetrySettings } from '../../query/dataSourceSettings';

/** Sentences about one setting: more of them say no more than that the file needs a look. */
const MAX_TAG_FINDINGS = 5;

/** A sentence for each setting that is not used as it is saved. */
export async function settingFindings(settings: TelemetrySettings): Promise<string[]> {
  const { rows, problems } = readTagSettings(settings.tags);
  const texts = [...problems.map(tagProblemText), ...(await patternProblems(rows)).map(({ text }) => text)];
  const setting = settingLabel('tags');
  const tagFindings = texts
    .slice(0, MAX_TAG_FINDINGS)
    .map((text) => translate('health.tags', '“{{setting}}”: {{text}}', { setting, text }));
  const omitted = texts.length - tagFindings.length;
  return [
    ...settingProblems(settings).map(findingText),
    ...tagFindings,
    ...(omitted === 0 ? [] : [moreFindings(omitted)]),
  ];
}

function moreFindings(count: number): string {
  return translate('health.moreTags', '', {
    count,
    setting: settingLabel('tags'),
    defaultValue_one: '“{{setting}}”: {{count, number}} more problem',
    defaultValue_other: '“{{setting}}”: {{count, number}} more problems',
  });
}

function findingText({ name, saved, used }: SettingProblem): string {
  const setting = SETTINGS[name];
  const values = { setting: settingLabel(name), name, saved: JSON.stringify(saved), used };
  return setting.type === 'zone'
    ? translate(
        'health.unknownZone',
        '“{{setting}}” ({{name}}) is {{saved}}, which is not a known time zone. {{used}} is used.',
        values
      )
    : translate(
        'health.outOfBounds',
        '“{{setting}}” ({{name}}) is {{saved}}, but must be a number from {{min}} to {{max}}. {{used}} is used.',
        { ...values, min: setting.min, max: setting.max }
      );
}
