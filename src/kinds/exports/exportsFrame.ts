import { type DataFrame, type FieldConfig, MappingType } from '@grafana/data';
import { t } from '@grafana/i18n';
import { type DataExport, isRunning } from '../../core/exports/dataExport';
import { numberColumn, tableFrame, textColumn, timeColumn } from '../../grafana/frames/tableFrame';
import { COUNT_UNIT } from '../../grafana/frames/grafanaUnit';
import { exportStateLabels, valueMappingConfig } from '../../grafana/frames/valueLabels';

/** The exports as a table, in the order of the server. */
export function exportsFrame(exports: readonly DataExport[], refId: string): DataFrame {
  return tableFrame<DataExport>(
    exports,
    [
      textColumn('state', t('exports.state', 'State'), ({ state }) => state, valueMappingConfig(exportStateLabels())),
      numberColumn('progress', t('exports.progress', 'Progress'), ({ progressPercent }) => progressPercent, {
        unit: 'percent',
        decimals: 0,
        min: 0,
        max: 100,
        // The default thresholds would show a finished export in red.
        color: { mode: 'fixed', fixedColor: 'green' },
        custom: { cellOptions: { type: 'gauge', mode: 'basic', valueDisplayMode: 'text' } },
      }),
      textColumn('description', t('exports.description', 'Description'), ({ description }) => description),
      textColumn('type', t('exports.type', 'Type'), ({ type }) => type),
      textColumn('format', t('exports.format', 'Format'), ({ format }) => format),
      numberColumn('rows', t('exports.rows', 'Rows'), knownRows, rowsConfig()),
      numberColumn('size', t('exports.size', 'Size'), ({ sizeBytes }) => sizeBytes, { unit: 'decbytes' }),
      timeColumn('created', t('exports.created', 'Created'), ({ createdEpochMs }) => createdEpochMs),
      timeColumn('finished', t('exports.finished', 'Finished'), ({ finishedEpochMs }) => finishedEpochMs),
      timeColumn('expires', t('exports.expires', 'Expires'), ({ expiresEpochMs }) => expiresEpochMs),
      textColumn('error', t('exports.error', 'Error'), ({ error }) => error),
      textColumn('download', t('exports.download', 'Download'), webAddress, downloadConfig()),
      textColumn('id', t('exports.id', 'Id'), ({ id }) => id),
    ],
    { refId, notices: [] }
  );
}

/** Says that it is known that there is no export: a table panel without rows is blank. */
export function noExportsFrame(states: readonly string[], refId: string): DataFrame {
  const text =
    states.length === 0 ? t('exports.none', 'No exports') : t('exports.noneOfStates', 'No exports in these states');
  return tableFrame([text], [textColumn('none', t('exports.exports', 'Exports'), (none) => none)], {
    refId,
    notices: [],
  });
}

/** None yet is not the same as an empty file. */
function knownRows(dataExport: DataExport): number | undefined {
  return dataExport.rows === 0 && isRunning(dataExport) ? undefined : dataExport.rows;
}

/** An empty file is ready like any other: only its number of rows shows that its filter or time range finds nothing. */
function rowsConfig(): FieldConfig {
  const empty = { text: t('exports.noRows', 'No rows'), color: 'orange' };
  return {
    unit: COUNT_UNIT,
    decimals: 0,
    mappings: [{ type: MappingType.ValueToText, options: { 0: empty } }],
    // The default thresholds would show every other number in green or red.
    color: { mode: 'fixed', fixedColor: 'text' },
    custom: { cellOptions: { type: 'color-text' } },
  };
}

/** Only web addresses: a link with another scheme would run in the page. */
function webAddress({ downloadUrl }: DataExport): string | undefined {
  return downloadUrl !== undefined && /^https?:\/\//i.test(downloadUrl) ? downloadUrl : undefined;
}

/** Opens the file at its address, which is complete and must not be encoded again. The cell shows a word, because it is too long to read. */
function downloadConfig(): FieldConfig {
  const text = t('exports.downloadFile', 'Download the file');
  return {
    links: [{ title: text, url: '${__value.raw:raw}', targetBlank: true }],
    mappings: [
      {
        type: MappingType.RegexToText,
        options: { pattern: '.+', result: { text: t('exports.downloadCell', 'Download') } },
      },
    ],
  };
}
