import { t } from '@grafana/i18n';
import React from 'react';
import { missingSeriesText } from '../../../editors/query/missingSeriesText';
import { ReadBack } from '../../../editors/query/ReadBack';
import { type SelectedTags, sharedTag } from '../../../editors/query/useSelectedTags';
import { runText } from '../../../locales/runTexts';
import { seriesText } from '../../../locales/whenText';
import type { FilterLists } from '../../../query/savedQuery';
import { missingFields } from '../../history/historyQuery';
import type { RunsQuery } from '../runsQuery';

interface RunsPreviewProps {
  readonly query: RunsQuery;
  /** What selects the tags that say when runs begin and end. */
  readonly ofRuns: FilterLists;
  readonly selected: SelectedTags;
}

/** When a run lasts, in words; before that, what the query lacks. */
export function RunsPreview({ query, ofRuns, selected }: RunsPreviewProps) {
  const missing = missingSeriesText(missingFields(query)) ?? missingText(query);
  return <ReadBack text={missing ?? runText(seriesText(ofRuns), query, sharedTag(selected))} />;
}

function missingText({ runTag, runsBy, condition }: RunsQuery): string | undefined {
  if (runTag === '') {
    return t('editors.missing.runTag', 'Choose the tag that says when runs begin and end');
  }
  return runsBy === 'condition' && condition.value === ''
    ? t('editors.missing.value', 'Choose the value of the condition')
    : undefined;
}
