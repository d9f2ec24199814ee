import { t } from '@grafana/i18n';
import { Input } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { API_VERSION } from '../../core/api/operations';
import { translate } from '../../locales/translate';
import { DescribedField } from '../shared/DescribedField';
import { FieldHint } from '../shared/FieldRow';
import { type ApiUrlProblem, apiUrlProblem, normalizeApiUrl } from './apiUrl';
import type { SettingsFieldProps } from './settingsEdits';

const EXAMPLE = 'https://telemetry.example.com';

/** The base URL of the API. The saved URL has no trailing slash or version; the typed text is kept until blur. */
export function UrlField({ settings, onChange }: SettingsFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [removed, setRemoved] = useState<string>();
  const saved = settings.url;
  const shown = draft !== undefined && normalizeApiUrl(draft) === saved ? draft : saved;
  // No error while “https://” is still being typed.
  const problem = draft !== undefined && isPartOfScheme(draft) ? undefined : apiUrlProblem(saved);

  return (
    <div>
      <DescribedField
        label={t('editors.config.url.label', 'URL')}
        description={translate(
          'editors.config.url.description',
          'Base URL of the telemetry API, without /{{version}}. The Grafana server must be able to reach it.',
          { version: API_VERSION }
        )}
        required
        invalid={problem !== undefined}
        error={problem && problemText(problem)}
      >
        <Input
          id={id}
          type="url"
          value={shown}
          placeholder={EXAMPLE}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            setDraft(typed);
            setRemoved(removedEnd(typed));
            onChange({ ...settings, url: normalizeApiUrl(typed) });
          }}
          // The hint stays on blur: hiding it would move the button that is being clicked.
          onBlur={() => setDraft(undefined)}
        />
      </DescribedField>
      {removed && (
        <FieldHint>
          {translate('editors.config.url.trimmed', '{{end}} was removed: the API paths are appended to the URL.', {
            end: removed,
          })}
        </FieldHint>
      )}
    </div>
  );
}

/** The end of a valid URL that is not saved. */
function removedEnd(typed: string): string | undefined {
  const url = normalizeApiUrl(typed);
  return apiUrlProblem(url) === undefined ? typed.trim().slice(url.length) : undefined;
}

function isPartOfScheme(typed: string): boolean {
  return ['http://', 'https://'].some((scheme) => scheme.startsWith(typed.trim().toLowerCase()));
}

function problemText(problem: ApiUrlProblem): string {
  switch (problem) {
    case 'notHttp':
      return t('editors.config.url.notHttp', 'The URL must start with http:// or https:// and include a host.');
    case 'credentials':
      return t(
        'editors.config.url.credentials',
        'The URL must not include a username or password: anyone who can view a dashboard can read it.'
      );
    case 'query':
      return t('editors.config.url.query', 'The URL must not include a query string (?) or fragment (#).');
  }
}
