import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent, type AgentOptions } from 'node:https';
import type { DataSourceRecord } from '../dataSourceRecord.ts';

/** Per record, so that saved settings, which are a new record, get new connections. */
const agents = new WeakMap<DataSourceRecord, { http: HttpAgent; https: HttpsAgent }>();

/** The connection pool for one data source, with the TLS options of Grafana's data source settings. */
export function upstreamAgent(record: DataSourceRecord, protocol: string): HttpAgent | HttpsAgent {
  let pair = agents.get(record);
  if (!pair) {
    pair = {
      http: new HttpAgent({ keepAlive: true }),
      https: new HttpsAgent({ keepAlive: true, ...tlsOptions(record) }),
    };
    agents.set(record, pair);
  }
  return protocol === 'https:' ? pair.https : pair.http;
}

function tlsOptions({ jsonData, secureJsonData }: DataSourceRecord): AgentOptions {
  const options: AgentOptions = { rejectUnauthorized: jsonData.tlsSkipVerify !== true };
  if (typeof jsonData.serverName === 'string' && jsonData.serverName !== '') {
    options.servername = jsonData.serverName;
  }
  if (jsonData.tlsAuthWithCACert === true) {
    options.ca = secureJsonData.tlsCACert;
  }
  if (jsonData.tlsAuth === true) {
    options.cert = secureJsonData.tlsClientCert;
    options.key = secureJsonData.tlsClientKey;
  }
  return options;
}
