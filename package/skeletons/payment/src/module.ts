import { extname } from 'node:path';
import type { PaymentModule } from 'meisterhand/ports';
import { z } from 'zod';

/** The environment variables of the module. The messages say what to set. */
const settings = {
  SAMPLE_NAME_URL: z.url({ protocol: /^https?$/, error: 'set the address of the provider' }),
  SAMPLE_NAME_KEY: z.string({ error: 'set the secret key that the provider shows' }).min(1),
  SAMPLE_NAME_WEBHOOK_SECRET: z.string({ error: 'set the secret of the webhooks' }).min(1),
};

export default {
  kind: 'payment',
  // Stored with each payment, and part of the address of webhooks: /api/webhooks/sample_name.
  name: 'sample_name',
  // Label shown to shoppers if several modules accept cards: "Card (Sample name)".
  label: { de: 'Sample name', en: 'Sample name' },
  settings,
  async open({ SAMPLE_NAME_URL, SAMPLE_NAME_KEY, SAMPLE_NAME_WEBHOOK_SECRET }) {
    const { createSampleNameGateway } = await import('./gateway.ts');
    const { createSampleNameNotices } = await import('./notices.ts');
    const { origin } = new URL(SAMPLE_NAME_URL);
    return {
      gateway: createSampleNameGateway({ url: SAMPLE_NAME_URL, key: SAMPLE_NAME_KEY }),
      notices: [createSampleNameNotices(SAMPLE_NAME_WEBHOOK_SECRET)],
      hosts: { frames: [origin], forms: [origin] },
    };
  },
  // Beside this file: `.ts` here, `.js` after `npm run build`.
  browser: new URL(`./browser${extname(import.meta.url)}`, import.meta.url),
} satisfies PaymentModule<typeof settings>;
