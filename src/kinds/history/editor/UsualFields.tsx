import { t } from '@grafana/i18n';
import React from 'react';
import { ConditionFields } from '../../../editors/query/ConditionFields';
import { CountField } from '../../../editors/query/SeriesOptionFields';
import { filterOfTag, TagOfDeviceFields } from '../../../editors/query/TagOfDeviceFields';
import { useSelectedTags } from '../../../editors/query/useSelectedTags';
import { FieldRow } from '../../../editors/shared/FieldRow';
import type { KindFieldsProps } from '../../../editors/shared/kindEditor';
import { changeUsualTag, type HistoryQuery, USUAL_WEEKS } from '../historyQuery';

type UsualFieldsProps = Pick<KindFieldsProps<HistoryQuery>, 'datasource' | 'query' | 'inventory' | 'apply'>;

/** Of which earlier weeks something is usual: how many, and when they count. */
export function UsualFields({ datasource, query, inventory, apply }: UsualFieldsProps) {
  const { usualTag: tag, usualDevice: device, devices } = query;
  const ofTag = filterOfTag(query, { tag, device });
  const selected = useSelectedTags(datasource, inventory, ofTag);
  const all = t('editors.usualTag.all', 'All weeks');
  return (
    <>
      <FieldRow>
        <CountField
          query={query}
          name="usualWeeks"
          label={t('editors.usualWeeks.label', 'Earlier weeks')}
          range={USUAL_WEEKS}
          apply={apply}
        />
        <TagOfDeviceFields
          {...{ tag, device, devices, inventory }}
          label={t('editors.usualTag.label', 'Include weeks where')}
          placeholder={all}
          none={all}
          onChange={(changed) => apply(changeUsualTag(query, changed.tag, changed.device))}
        />
      </FieldRow>
      {tag !== '' && (
        <ConditionFields
          datasource={datasource}
          condition={query.usualCondition}
          selected={selected}
          selection={JSON.stringify(ofTag)}
          showsStates={false}
          variables={inventory.variables}
          onChange={(usualCondition) => apply({ ...query, usualCondition })}
        >
          {null}
        </ConditionFields>
      )}
    </>
  );
}
