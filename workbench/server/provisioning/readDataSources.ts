import { parse } from 'yaml';
import { withMembers, type DataSourceRecord } from '../dataSources/dataSourceRecord.ts';
import { MemberReader } from '../jsonShape.ts';
import { expandEnvironment } from './expandEnvironment.ts';
import { readYamlFiles } from './readYamlFiles.ts';

/**
 * Reads `datasources/*.yaml` of a provisioning folder. Unlike Grafana, it rejects two entries with the same uid or name.
 * @throws Error that names the file and the invalid member
 */
export function readDataSources(provisioningDir: string, env: NodeJS.ProcessEnv): DataSourceRecord[] {
  const records: DataSourceRecord[] = [];
  for (const { file, text } of readYamlFiles(provisioningDir, 'datasources')) {
    const document = new MemberReader(parse(text) ?? {}, file);
    document.array('datasources').forEach((entry, index) => {
      const where = `${file}: datasources[${index}]`;
      const record = toRecord(new MemberReader(expandEnvironment(entry, env), where), records.length + 1);
      const duplicate = records.find((other) => other.uid === record.uid || other.name === record.name);
      if (duplicate) {
        throw new Error(`${where}: another data source is already called "${duplicate.name}" (uid ${duplicate.uid}).`);
      }
      records.push(record);
    });
  }
  return records;
}

function toRecord(entry: MemberReader, id: number): DataSourceRecord {
  const name = entry.requiredString('name');
  const defaults = {
    id,
    uid: entry.string('uid') || name.toLowerCase().replace(/[^a-z0-9]+/g, '-'),
    name,
    type: entry.requiredString('type'),
    access: entry.string('access') || 'proxy',
    url: '',
    isDefault: false,
    readOnly: !(entry.boolean('editable') ?? false),
    version: 1,
    jsonData: {},
    secureJsonData: {},
  };
  return withMembers(defaults, entry);
}
