import type { PaymentModule } from 'meisterhand/ports';
import { z } from 'zod';

/** The environment variables of the module. The messages say what to set. */
const settings = {
  SAMPLE_NAME_URL: z.url({ protocol: /^https?$/, error: 'set the address of the provider' }),
  SAMPLE_NAME_KEY: z.string({ error: 'set the secret key that the provider shows' }).min(1),
};

export default {
  kind: 'payment',
  // Stored with each payment, and part of the address of webhooks: /api/webhooks/sample_name.
  name: 'sample_name',
  settings,
  async open({ SAMPLE_NAME_URL, SAMPLE_NAME_KEY }) {
    const { createSampleNameGateway } = await import('./gateway.ts');
    const { createSampleNameNotices } = await import('./notices.ts');
    return {
      gateway: createSampleNameGateway({ url: SAMPLE_NAME_URL, key: SAMPLE_NAME_KEY }),
      notices: [createSampleNameNotices()],
      // The origin of the page to which buyers are sent.
      hosts: { forms: [new URL(SAMPLE_NAME_URL).origin] },
      // Text of its row at checkout: its name, and what happens after the order button is pressed.
      page: {
        label: { de: 'Sample name', en: 'Sample name' },
        text: {
          de: 'Nach dem Bestellen kommen Sie auf die Seite von Sample name, zahlen dort und kehren hierher zurück.',
          en: 'After ordering you get to the page of Sample name, pay there and come back here.',
        },
      },
    };
  },
} satisfies PaymentModule<typeof settings>;
