import { extname } from 'node:path';
import type { PaymentModule } from 'meisterhand/ports';
import { z } from 'zod';

const settings = {
  ACME_PAY_URL: z
    .url({ protocol: /^https?$/, error: 'set the address of Acme Pay, like https://api.acme-pay.example' })
    .transform((url) => url.replace(/\/+$/, '')),
  ACME_PAY_KEY: z.string({ error: 'set the secret key that Acme Pay shows under "Keys"' }).min(1),
  ACME_PAY_WEBHOOK_SECRET: z.string({ error: 'set the secret that Acme Pay shows under "Webhooks"' }).min(1),
};

/** Cards through Acme Pay. */
export default {
  kind: 'payment',
  name: 'acme_pay',
  label: { de: 'Acme Pay', en: 'Acme Pay' },
  settings,
  check: ({ ACME_PAY_URL }, { mode }) =>
    mode === 'live' && ACME_PAY_URL.startsWith('http:')
      ? [{ name: 'ACME_PAY_URL', text: 'ACME_PAY_URL is not encrypted: live mode needs https.' }]
      : [],
  async open({ ACME_PAY_URL, ACME_PAY_KEY, ACME_PAY_WEBHOOK_SECRET }, { mode }) {
    const { createAcmeGateway } = await import('./acme-gateway.ts');
    const { createAcmeNotices } = await import('./acme-notices.ts');
    const { origin, host } = new URL(ACME_PAY_URL);
    const account = host.replaceAll(/[^A-Za-z0-9-]/g, '-');
    return {
      gateway: createAcmeGateway({ url: ACME_PAY_URL, key: ACME_PAY_KEY, account }),
      notices: [createAcmeNotices(ACME_PAY_WEBHOOK_SECRET)],
      hosts: { frames: [origin], forms: [origin] },
      ...(mode === 'demo' ? { test: { cards: testCards } } : {}),
    };
  },
  // Beside this file: `.ts` here, `.js` after `npm run build`.
  browser: new URL(`./browser${extname(import.meta.url)}`, import.meta.url),
} satisfies PaymentModule<typeof settings>;

/** Test cards of Acme Pay, shown on demo pages. */
const testCards = [
  { number: '4111 1111 1111 1111', effect: { de: 'zahlt', en: 'pays' } },
  { number: '4000 0000 0000 0002', effect: { de: 'wird abgelehnt', en: 'is declined' } },
  {
    number: '4000 0025 0000 3155',
    effect: { de: 'fragt auf einer Seite der Bank', en: 'asks on a page of the bank' },
  },
  { number: '4000 0027 6000 3184', effect: { de: 'fragt in einem Fenster', en: 'asks in a dialog' } },
];
