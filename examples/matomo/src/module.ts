import { extname } from 'node:path';
import type { AnalyticsModule } from 'meisterhand/ports';
import { z } from 'zod';

const settings = {
  MATOMO_URL: z
    .url({ protocol: /^https?$/, error: 'set the address of Matomo, like https://matomo.example' })
    .transform((url) => url.replace(/\/+$/, '')),
  MATOMO_SITE_ID: z
    .string({ error: 'set the number of the website, which Matomo shows under "Websites"' })
    .regex(/^[1-9]\d*$/, { error: 'set the number of the website, like 3' }),
};

/** Matomo on your own host. Loaded and used only with consent to statistics. */
export default {
  kind: 'analytics',
  name: 'matomo',
  settings,
  consent: { purpose: 'statistics', beforeConsent: 'drop' },
  hosts({ MATOMO_URL }) {
    const { origin } = new URL(MATOMO_URL);
    return { scripts: [origin], calls: [origin], pictures: [origin] };
  },
  browserSettings: ({ MATOMO_URL, MATOMO_SITE_ID }) => ({ url: MATOMO_URL, site_id: MATOMO_SITE_ID }),
  // Beside this file: `.ts` here, `.js` after `npm run build`.
  browser: new URL(`./browser${extname(import.meta.url)}`, import.meta.url),
} satisfies AnalyticsModule<typeof settings>;
