import { API_PREFIX } from '../../../telemetry-api/app.ts';
import { PLANT_TAGS } from '../plant.ts';
import { timeBothHistories } from './bothHistories.ts';
import type { Measured } from '../../kit/figure.ts';
import type { BenchServers } from './figure.ts';

const REQUESTS = 150;

/** The latest values of all tags in one response. */
export async function latestValues(servers: BenchServers): Promise<Measured[]> {
  servers.log('latest values');
  const paths = Array.from({ length: REQUESTS }, () => `${API_PREFIX}/valores?limite=${PLANT_TAGS}`);
  const { smallMs, largeMs, lastAnswer } = await timeBothHistories(servers, paths);
  const values = lastAnswer.split('"valor":').length - 1;
  if (values !== PLANT_TAGS) {
    throw new Error(`The answer has ${values} values, not ${PLANT_TAGS}.`);
  }
  return [
    {
      figure: 'latest value of 2,000 tags: ms at the median',
      ...{ value: largeMs, limit: 20, better: 'lower' },
      detail: 'one client, with 20 million readings',
    },
    {
      figure: 'latest value of 2,000 tags: 20 million readings against 1 million',
      ...{ value: largeMs / smallMs, limit: 1.3, better: 'lower' },
      detail: `${largeMs.toFixed(2)} ms against ${smallMs.toFixed(2)} ms`,
    },
  ];
}
