import type { MailModule } from 'meisterhand/ports';
import { z } from 'zod';

/** The environment variables of the module. The messages say what to set. */
const settings = {
  SAMPLE_NAME_URL: z.url({ protocol: /^https?$/, error: 'set the address of the service' }),
  SAMPLE_NAME_KEY: z.string({ error: 'set the key that the service shows' }).min(1),
};

export default {
  kind: 'mail',
  name: 'sample_name',
  settings,
  async open({ SAMPLE_NAME_URL, SAMPLE_NAME_KEY }) {
    const { createSampleNameMailer } = await import('./mailer.ts');
    return createSampleNameMailer({ url: SAMPLE_NAME_URL, key: SAMPLE_NAME_KEY });
  },
} satisfies MailModule<typeof settings>;
