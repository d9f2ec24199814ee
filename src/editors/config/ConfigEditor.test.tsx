import '../test/browserLayout';
import { render, screen } from '@testing-library/react';
import React, { useState } from 'react';
import { ConfigEditor } from './ConfigEditor';
import type { SavedSettings } from './settingsEdits';
import { SETTINGS } from '../test/settings';
import { newUser } from '../test/pick';

describe('ConfigEditor', () => {
  it('writes the address to both of its places', async () => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(/^URL/), 'https://plant.example.com:8310/api');
    expect(saved().url).toBe('https://plant.example.com:8310/api');
    expect(saved().jsonData.url).toBe('https://plant.example.com:8310/api');
  });

  it('takes a slash and /v1 off the end of the address, and says so', async () => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(/^URL/), 'http://127.0.0.1:8310/v1/');
    expect(screen.getByLabelText(/^URL/)).toHaveValue('http://127.0.0.1:8310/v1/');
    await user.tab();
    expect(screen.getByLabelText(/^URL/)).toHaveValue('http://127.0.0.1:8310');
    expect(saved().jsonData.url).toBe('http://127.0.0.1:8310');
    expect(screen.getByRole('status')).toHaveTextContent('/v1/ is left out');
  });

  it('waits with its judgement until more than a beginning was typed', async () => {
    const { user } = open();
    await user.type(screen.getByLabelText(/^URL/), 'https://');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await user.tab();
    expect(screen.getByRole('alert')).toHaveTextContent('must begin with http');
  });

  it.each([
    ['plant.example.com', /must begin with http/],
    ['ftp://plant.example.com', /must begin with http/],
    ['https://ana:secret@plant.example.com', /no user or password/],
    ['https://plant.example.com/?key=1', /before any “\?” or “#”/],
  ])('refuses the address %s', async (address, reason) => {
    const { user } = open();
    await user.type(screen.getByLabelText(/^URL/), address);
    expect(screen.getByRole('alert')).toHaveTextContent(reason);
  });

  it('says where requests really go when provisioning gave two addresses', () => {
    open({ url: 'http://one', jsonData: { url: 'http://other' } });
    expect(screen.getByRole('status')).toHaveTextContent('Requests go to jsonData.url, which is “http://other”.');
  });

  it('keeps a typed key among the secrets, without the blanks around it', async () => {
    const { user, saved } = open();
    await user.click(screen.getByLabelText(/^API key/));
    await user.paste(' tid_live_abc\n');
    expect(saved().secureJsonData).toEqual({ apiKey: 'tid_live_abc' });
    expect(JSON.stringify(saved().jsonData)).not.toContain('tid_live_abc');
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('takes a key without _live_, with a hint', async () => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(/^API key/), 'abc');
    expect(saved().secureJsonData).toEqual({ apiKey: 'abc' });
    expect(screen.getByRole('status')).toHaveTextContent('usually have _live_');
  });

  it('forgets a saved key when it is reset', async () => {
    const { user, saved } = open({ secureJsonFields: { apiKey: true } });
    expect(screen.getByLabelText(/^API key/)).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Reset' }));
    expect(saved().secureJsonFields.apiKey).toBe(false);
    expect(saved().secureJsonData?.apiKey).toBe('');
    expect(screen.getByLabelText(/^API key/)).toBeEnabled();
  });

  it('asks for certificates only when they are wanted', async () => {
    const { user, saved } = open();
    expect(screen.queryByLabelText('Certificate of the authority')).not.toBeInTheDocument();
    await user.click(screen.getByLabelText(/^Own certificate authority/));
    await user.type(screen.getByLabelText('Certificate of the authority'), 'PEM');
    await user.click(screen.getByLabelText(/^Client certificate/));
    await user.type(screen.getByLabelText('Private key of the client'), 'KEY');
    await user.type(screen.getByLabelText(/^Server name/), 'plant');
    expect(saved().jsonData).toMatchObject({ tlsAuthWithCACert: true, tlsAuth: true, serverName: 'plant' });
    expect(saved().secureJsonData).toEqual({ tlsCACert: 'PEM', tlsClientKey: 'KEY' });
  });

  it('leaves no trace of an option that was switched off again', async () => {
    const { user, saved } = open();
    const skip = screen.getByLabelText(/^Do not verify/);
    await user.click(skip);
    expect(saved().jsonData.tlsSkipVerify).toBe(true);
    await user.click(skip);
    expect(saved().jsonData).not.toHaveProperty('tlsSkipVerify');
  });

  it.each(['0', '21', '2.5', 'six'])('does not save %s requests at once, and says what is allowed', async (text) => {
    const { user, saved } = open({ jsonData: { maxConcurrentRequests: 4 } });
    const field = screen.getByLabelText(/^Requests at once/);
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
    expect(screen.getByRole('alert')).toHaveTextContent('A whole number from 1 to 20.');
    expect(saved().jsonData.maxConcurrentRequests).toBeUndefined();
  });

  it('saves a number within its bounds', async () => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(/^Rows per series/), '250000');
    expect(saved().jsonData.maxRowsPerSeries).toBe(250_000);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    [/^Readings may come late by/, '0', { lateArrivalMinutes: 0 }],
    [/^Memory/, '0', { cacheMegabytes: 0 }],
    [/^Kept for at most/, '15', { cacheMaxAgeMinutes: 15 }],
  ])('saves a limit of what is in memory: %s %s', async (label, text, expected) => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(label), text);
    expect(saved().jsonData).toEqual(expected);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it.each([
    [/^Readings may come late by/, '10081', 'A whole number from 0 to 10,080.'],
    [/^Memory/, '1.5', 'A whole number from 0 to 2,048.'],
    [/^Kept for at most/, '0', 'A whole number from 1 to 10,080.'],
  ])('does not save a limit that makes no sense: %s %s', async (label, text, reason) => {
    const { user, saved } = open();
    await user.click(screen.getByLabelText(label));
    await user.paste(text);
    expect(screen.getByRole('alert')).toHaveTextContent(reason);
    expect(saved().jsonData).toEqual({});
  });

  it('shows the limits that hold where nothing was typed', () => {
    open();
    expect(screen.getByLabelText(/^Readings may come late by/)).toHaveAttribute('placeholder', '10');
    expect(screen.getByLabelText(/^Memory/)).toHaveAttribute('placeholder', '64');
    expect(screen.getByLabelText(/^Kept for at most/)).toHaveAttribute('placeholder', '60');
  });

  it('takes a time zone by a part of its name', async () => {
    const { user, saved } = open();
    await user.type(screen.getByLabelText(/^Time zone of the server/), 'bogota{Enter}');
    expect(saved().jsonData.dayBucketZone).toBe('America/Bogota');
  });

  it('saves no zone where the default holds', async () => {
    const { user, saved } = open({ jsonData: { dayBucketZone: 'America/Bogota' } });
    await user.type(screen.getByLabelText(/^Time zone of the server/), 'UTC{Enter}');
    expect(saved().jsonData).not.toHaveProperty('dayBucketZone');
  });

  it('can only be read when the data source is provisioned', () => {
    open({
      readOnly: true,
      url: 'http://plant',
      jsonData: { url: 'http://plant' },
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
