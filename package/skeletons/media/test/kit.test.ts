import { describeMediaStorage } from 'meisterhand/kits';
import { createSampleNameStorage } from '../src/storage.ts';
import { startStorage } from './simulator.ts';

describeMediaStorage({
  name: 'sample-name',
  async create() {
    // A storage that speaks HTTP; change it to what the service says.
    const { url, key, ...service } = await startStorage();
    return { storage: createSampleNameStorage({ url, key }), ...service };
  },
});
