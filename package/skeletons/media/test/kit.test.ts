import { describeMediaStorage } from 'meisterhand/kits';
import { createSampleNameStorage } from '../src/storage.ts';
import { startStorage } from './simulator.ts';

describeMediaStorage({
  name: 'sample-name',
  async create() {
    // A storage with an HTTP API; adapt it to the API of your service.
    const { url, key, ...service } = await startStorage();
    return { storage: createSampleNameStorage({ url, key }), ...service };
  },
});
