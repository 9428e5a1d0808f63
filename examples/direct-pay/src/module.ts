import type { PaymentModule } from 'meisterhand/ports';
import { z } from 'zod';

const settings = {
  DIRECT_PAY_URL: z
    .url({
      protocol: /^https?$/,
      error: 'set the address of Direct Pay, like https://api.direct-pay.example',
    })
    .transform((url) => url.replace(/\/+$/, '')),
  DIRECT_PAY_KEY: z
    .string({ error: 'set the key that Direct Pay shows under "Developers"' })
    .min(16, { error: 'set the whole key; it has at least 16 characters' }),
};

/** Payments on the page of Direct Pay. */
export default {
  kind: 'payment',
  name: 'direct_pay',
  label: { de: 'Direct Pay', en: 'Direct Pay' },
  settings,
  check: ({ DIRECT_PAY_URL }, { mode }) =>
    mode === 'live' && DIRECT_PAY_URL.startsWith('http:')
      ? [{ name: 'DIRECT_PAY_URL', text: 'DIRECT_PAY_URL is not encrypted: live mode needs https.' }]
      : [],
  async open({ DIRECT_PAY_URL, DIRECT_PAY_KEY }) {
    const { createDirectGateway } = await import('./direct-gateway.ts');
    const { createDirectNotices } = await import('./direct-notices.ts');
    const { origin, host } = new URL(DIRECT_PAY_URL);
    const account = host.replaceAll(/[^A-Za-z0-9-]/g, '-');
    return {
      gateway: createDirectGateway({ url: DIRECT_PAY_URL, key: DIRECT_PAY_KEY, account }),
      notices: [createDirectNotices()],
      hosts: { forms: [origin] },
      page: {
        label: { de: 'Direct Pay', en: 'Direct Pay' },
        text: {
          de: 'Nach dem Bestellen kommen Sie auf die Seite von Direct Pay, bestätigen dort die Zahlung bei Ihrer Bank und kehren hierher zurück.',
          en: 'After ordering you get to the page of Direct Pay, confirm the payment with your bank there and come back here.',
        },
      },
    };
  },
} satisfies PaymentModule<typeof settings>;
