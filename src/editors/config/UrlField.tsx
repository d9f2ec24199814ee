import { t } from '@grafana/i18n';
import { Field, Input } from '@grafana/ui';
import React, { useId, useState } from 'react';
import { type ApiUrlProblem, apiUrlProblem, normalizeApiUrl } from './apiUrl';
import { FieldHint } from '../shared/FieldHint';
import { PLAIN_TEXT } from '../../locales/plainText';
import { changeUrl } from './settingsEdits';
import type { SettingsFieldProps } from './settingsFieldProps';

const EXAMPLE = 'https://telemetry.example.com';

/** Where the API is. What is typed stays as it is while it is typed; what is saved has no slash or `/v1` at its end. */
export function UrlField({ settings, onChange }: SettingsFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [trimmed, setTrimmed] = useState<string>();
  const saved = settings.url || settings.jsonData.url || '';
  const shown = draft !== undefined && normalizeApiUrl(draft) === saved ? draft : saved;
  // Nobody wants to hear that “htt” is no address while they type it.
  const problem = draft !== undefined && isBeginning(draft) ? undefined : apiUrlProblem(saved);
  const routed = settings.jsonData.url ?? '';

  return (
    <div>
      <Field
        label={t('editors.config.url.label', 'URL')}
        description={t(
          'editors.config.url.description',
          'The address of the telemetry API, without /v1. Grafana’s server must be able to reach it; the browser need not.'
        )}
        required
        noMargin
        invalid={problem !== undefined}
        error={problem && problemText(problem)}
      >
        <Input
          id={id}
          type="url"
          width={60}
          value={shown}
          placeholder={EXAMPLE}
          onChange={(event) => {
            const typed = event.currentTarget.value;
            setDraft(typed);
            setTrimmed(endOf(typed));
            onChange(changeUrl(settings, typed));
          }}
          // The hint stays: were it to come or go now, the button that is being clicked would move away.
          onBlur={() => setDraft(undefined)}
        />
      </Field>
      {trimmed && (
        <FieldHint>
          {t('editors.config.url.trimmed', '{{end}} is left out: the paths of the API are added to the address.', {
            end: trimmed,
            ...PLAIN_TEXT,
          })}
        </FieldHint>
      )}
      {routed !== saved && (
        <FieldHint>
          {t(
            'editors.config.url.differs',
            'Requests go to jsonData.url, which is “{{routed}}”. A provisioning file must give url and jsonData.url the same address.',
            { routed, ...PLAIN_TEXT }
          )}
        </FieldHint>
      )}
    </div>
  );
}

/** What is left out at the end of an address, if it is one. */
function endOf(typed: string): string | undefined {
  const address = normalizeApiUrl(typed);
  return apiUrlProblem(address) === undefined ? typed.trim().slice(address.length) : undefined;
}

function isBeginning(typed: string): boolean {
  return ['http://', 'https://'].some((scheme) => scheme.startsWith(typed.trim().toLowerCase()));
}

function problemText(problem: ApiUrlProblem): string {
  switch (problem) {
    case 'notHttp':
      return t('editors.config.url.notHttp', 'The address must begin with http:// or https:// and name a host.');
    case 'credentials':
      return t(
        'editors.config.url.credentials',
        'The address must hold no user or password: everybody who sees a dashboard can read it.'
      );
    case 'query':
      return t('editors.config.url.query', 'The address must end before any “?” or “#”.');
  }
}
