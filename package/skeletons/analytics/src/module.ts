import { extname } from 'node:path';
import type { AnalyticsModule } from 'meisterhand/ports';
import { z } from 'zod';

/** The environment variables of the module. The messages say what to set. */
const settings = {
  SAMPLE_NAME_URL: z.url({ protocol: /^https?$/, error: 'set the address of the service' }),
  SAMPLE_NAME_ID: z.string({ error: 'set the id that the service shows' }).min(1),
};

export default {
  kind: 'analytics',
  name: 'sample_name',
  settings,
  // The purpose that needs consent, and the handling of events before the visitor has decided.
  consent: { purpose: 'statistics', beforeConsent: 'drop' },
  hosts({ SAMPLE_NAME_URL }) {
    const { origin } = new URL(SAMPLE_NAME_URL);
    return { scripts: [origin], calls: [origin] };
  },
  browserSettings: ({ SAMPLE_NAME_URL, SAMPLE_NAME_ID }) => ({ url: SAMPLE_NAME_URL, id: SAMPLE_NAME_ID }),
  // Beside this file: `.ts` here, `.js` after `npm run build`.
  browser: new URL(`./browser${extname(import.meta.url)}`, import.meta.url),
} satisfies AnalyticsModule<typeof settings>;
