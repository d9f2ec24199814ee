import '../test/jsdomLayout';
import { config } from '@grafana/runtime';
import { render, screen } from '@testing-library/react';
import React, { useState } from 'react';
import { of, throwError } from 'rxjs';
import { OPERATIONS } from '../../core/api/operations';
import { ConfigEditor } from './ConfigEditor';
import type { SavedSettings } from './settingsEdits';
import { answerStatus } from '../test/answerStatus';
import { SETTINGS } from '../test/settings';
import { newUser, selectOption } from '../test/userActions';

describe('ConfigEditor', () => {
  beforeEach(() => answerStatus(of({})));

  it.each([
    ['does not answer', true],
    ['is not part of the plugin', false],
  ])('says what is missing where the backend %s', async (_, hasBackend) => {
    answerStatus(
      throwError(() => ({ status: 404 })),
      hasBackend
    );
    open();
    expect(await screen.findByText('The plugin backend is not running')).toBeInTheDocument();
  });

  it('saves the settings of the backend', async () => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(/^Time zone for alerts/), 'bogota{Enter}');
    await user.type(screen.getByLabelText(/^Shared cache size/), '8');
    expect(saved().jsonData).toEqual({ serverTimeZone: 'America/Bogota', sharedCacheMegabytes: 8 });
    expect(screen.queryByText('The plugin backend is not running')).not.toBeInTheDocument();
  });

  it('names every permission that an operation needs', () => {
    open();
    const description = screen.getByText(/Required permissions: /);
    for (const { permission } of Object.values(OPERATIONS)) {
      expect(description).toHaveTextContent(permission);
    }
  });

  it('writes the URL to the data source and not to jsonData', async () => {
    const { user, saved } = open({ url: 'http://one', jsonData: { cacheMegabytes: 8 } });
    await user.clear(screen.getByLabelText(/^URL/));
    await user.type(screen.getByLabelText(/^URL/), 'https://plant.example.com:8310/api');
    expect(saved().url).toBe('https://plant.example.com:8310/api');
    expect(saved().jsonData).toEqual({ cacheMegabytes: 8 });
  });

  it('says that a result is of earlier settings while there are changes', async () => {
    const { user } = open({ url: 'http://one' });
    const note = /of the settings before these changes/;
    expect(screen.queryByText(note)).not.toBeInTheDocument();
    await user.type(screen.getByLabelText(/^URL/), '2');
    expect(screen.getByText(note)).toBeInTheDocument();
    await user.type(screen.getByLabelText(/^URL/), '{Backspace}');
    expect(screen.queryByText(note)).not.toBeInTheDocument();
  });

  it('removes a trailing slash and /v1 from the URL and shows a hint', async () => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(/^URL/), 'http://127.0.0.1:8310/v1/');
    expect(screen.getByLabelText(/^URL/)).toHaveValue('http://127.0.0.1:8310/v1/');
    await user.tab();
    expect(screen.getByLabelText(/^URL/)).toHaveValue('http://127.0.0.1:8310');
    expect(saved().url).toBe('http://127.0.0.1:8310');
    expect(screen.getByRole('status')).toHaveTextContent('/v1/ was removed');
  });

  it('shows no error while the scheme is being typed', async () => {
    const { user } = open();
    await user.type(screen.getByLabelText(/^URL/), 'https://');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.tab();
    expect(screen.getByRole('alert')).toHaveTextContent('must start with http');
  });

  it.each([
    ['https://ana:secret@plant.example.com', /must not include a username or password/],
    ['https://plant.example.com/?key=1', /must not include a query string/],
  ])('rejects the URL %s', async (url, reason) => {
    const { user } = open();
    await user.type(screen.getByLabelText(/^URL/), url);
    expect(screen.getByRole('alert')).toHaveTextContent(reason);
  });

  it('saves a typed key as a secret, without surrounding spaces', async () => {
    const { user, saved } = open();
    await user.click(screen.getByLabelText(/^API key/));
    await user.paste(' tid_live_abc\n');
    expect(saved().secureJsonData).toEqual({ apiKey: 'tid_live_abc' });
    expect(JSON.stringify(saved().jsonData)).not.toContain('tid_live_abc');
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('accepts a key without _live_ with a hint', async () => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(/^API key/), 'abc');
    expect(saved().secureJsonData).toEqual({ apiKey: 'abc' });
    expect(screen.getByRole('status')).toHaveTextContent('usually contain _live_');
  });

  it('clears a saved key on reset', async () => {
    const { user, saved } = open({ secureJsonFields: { apiKey: true } });
    expect(screen.getByLabelText(/^API key/)).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(saved().secureJsonFields.apiKey).toBe(false);
    expect(saved().secureJsonData?.apiKey).toBe('');
    expect(screen.getByLabelText(/^API key/)).toBeEnabled();
  });

  it('shows the certificate fields only if they are needed', async () => {
    const { user, saved } = open();
    expect(screen.queryByLabelText('CA certificate')).not.toBeInTheDocument();
    await user.click(screen.getByLabelText(/^Add self-signed certificate/));
    await user.type(screen.getByLabelText('CA certificate'), 'PEM');
    await user.click(screen.getByLabelText(/^TLS client authentication/));
    await user.type(screen.getByLabelText('Client key'), 'KEY');
    await user.type(screen.getByLabelText(/^Server name/), 'plant');
    expect(saved().jsonData).toMatchObject({ tlsAuthWithCACert: true, tlsAuth: true, serverName: 'plant' });
    expect(saved().secureJsonData).toEqual({ tlsCACert: 'PEM', tlsClientKey: 'KEY' });
  });

  it('shows the known tag types and saves added ones', async () => {
    const { user, saved } = open();
    expect(screen.getByText('contador')).toBeInTheDocument();
    await selectOption(user, /^Counters/, /pulsos/, 'pulsos');
    expect(saved().jsonData.tagTypes).toEqual({
      counter: ['contador', 'totalizador', 'acumulador', 'counter', 'pulsos'],
    });
  });

  it('removes an option from the settings when it is switched off again', async () => {
    const { user, saved } = open();
    const skip = screen.getByLabelText(/^Skip TLS certificate validation/);
    await user.click(skip);
    expect(saved().jsonData.tlsSkipVerify).toBe(true);
    await user.click(skip);
    expect(saved().jsonData).not.toHaveProperty('tlsSkipVerify');
  });

  describe('the secure socks proxy', () => {
    afterEach(() => {
      config.secureSocksDSProxyEnabled = false;
    });

    it('is offered and saved where the Grafana server has one', async () => {
      config.secureSocksDSProxyEnabled = true;
      const { user, saved } = open();
      const proxy = screen.getByLabelText(/^Secure Socks Proxy/);
      await user.click(proxy);
      expect(saved().jsonData).toEqual({ enableSecureSocksProxy: true });
      await user.click(proxy);
      expect(saved().jsonData).toEqual({});
    });

    it('is not offered elsewhere', () => {
      open({ jsonData: { enableSecureSocksProxy: true } });
      expect(screen.queryByLabelText(/^Secure Socks Proxy/)).not.toBeInTheDocument();
    });
  });

  it.each(['0', '21', '2.5', 'six'])(
    'does not save %s concurrent requests and shows the allowed range',
    async (text) => {
      const { user, saved } = open({ jsonData: { maxConcurrentRequests: 4 } });
      const field = screen.getByLabelText(/^Max concurrent requests/);
      await user.clear(field);
      await user.click(field);
      await user.paste(text);
      expect(screen.getByRole('alert')).toHaveTextContent('Enter a whole number from 1 to 20.');
      expect(saved().jsonData.maxConcurrentRequests).toBeUndefined();
    }
  );

  it('saves a number within its range', async () => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(/^Max rows per series/), '250000');
    expect(saved().jsonData.maxRowsPerSeries).toBe(250_000);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    [/^Late-arrival window/, '0', { lateArrivalMinutes: 0 }],
    [/^Cache size/, '0', { cacheMegabytes: 0 }],
    [/^Cache max age/, '15', { cacheMaxAgeMinutes: 15 }],
  ])('saves a cache setting: %s %s', async (label, text, expected) => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(label), text);
    expect(saved().jsonData).toEqual(expected);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('shows the defaults as placeholders', () => {
    open();
    expect(screen.getByLabelText(/^Late-arrival window/)).toHaveAttribute('placeholder', '10');
    expect(screen.getByLabelText(/^Cache size/)).toHaveAttribute('placeholder', '64');
    expect(screen.getByLabelText(/^Cache max age/)).toHaveAttribute('placeholder', '60');
  });

  it('does not save the default time zone', async () => {
    const { user, saved } = open({ jsonData: { dayBucketZone: 'America/Bogota' } });
    await user.type(screen.getByLabelText(/^Server time zone/), 'UTC{Enter}');
    expect(saved().jsonData).not.toHaveProperty('dayBucketZone');
  });

  it('is read-only if the data source is provisioned', () => {
    open({
      readOnly: true,
      url: 'http://plant',
      secureJsonFields: { apiKey: true },
    });
    for (const control of [...screen.getAllByRole('textbox'), ...screen.getAllByRole('checkbox')]) {
      expect(control).toBeDisabled();
    }
    expect(screen.getByRole('button', { name: 'Reset' })).toBeDisabled();
  });
});

function open(fields: Partial<SavedSettings> = {}) {
  let last: SavedSettings = Object.freeze({ ...SETTINGS, ...fields });
  const Page = () => {
    const [settings, setSettings] = useState(last);
    return (
      <ConfigEditor
        options={settings}
        onOptionsChange={(edited) => {
          last = Object.freeze(edited);
          setSettings(last);
        }}
      />
    );
  };
  render(<Page />);
  return { user: newUser(), saved: () => last };
}
