import { z } from 'zod';
import { googleHosts } from '#adapters/analytics/google-hosts.ts';
import type { AnalyticsModule } from '#ports/modules.ts';

const cure = 'set a measurement id like G-ABC1234567';
const settings = { GA4_ID: z.string(cure).regex(/^G-[A-Z0-9]+$/, cure) };

/** Google Analytics 4. */
export default {
  kind: 'analytics',
  name: 'ga4',
  settings,
  consent: { purpose: 'any', beforeConsent: 'drop' },
  hosts: () => googleHosts,
  browserSettings: ({ GA4_ID }) => ({ measurement_id: GA4_ID }),
  browser: new URL('./browser/index.ts', import.meta.url),
} satisfies AnalyticsModule<typeof settings>;
