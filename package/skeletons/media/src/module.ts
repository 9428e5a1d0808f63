import type { MediaModule } from 'meisterhand/ports';
import { z } from 'zod';

/** The environment variables of the module. The messages say what to set. */
const settings = {
  SAMPLE_NAME_URL: z.url({ protocol: /^https?$/, error: 'set the address of the storage' }),
  SAMPLE_NAME_KEY: z.string({ error: 'set the key that the storage shows' }).min(1),
};

export default {
  kind: 'media',
  name: 'sample_name',
  settings,
  async open({ SAMPLE_NAME_URL, SAMPLE_NAME_KEY }) {
    const { createSampleNameStorage } = await import('./storage.ts');
    return createSampleNameStorage({ url: SAMPLE_NAME_URL, key: SAMPLE_NAME_KEY });
  },
} satisfies MediaModule<typeof settings>;
