import { z } from 'zod';
import { googleHosts } from '#adapters/analytics/google-hosts.ts';
import type { AnalyticsModule } from '#ports/modules.ts';

const cure = 'set a container id like GTM-ABC1234';
const settings = { GTM_ID: z.string(cure).regex(/^GTM-[A-Z0-9]+$/, cure) };

/** A container of Google Tag Manager. */
export default {
  kind: 'analytics',
  name: 'google_tag_manager',
  settings,
  consent: { purpose: 'any', beforeConsent: 'drop' },
  hosts: () => googleHosts,
  browserSettings: ({ GTM_ID }) => ({ container_id: GTM_ID }),
  browser: new URL('./browser/index.ts', import.meta.url),
} satisfies AnalyticsModule<typeof settings>;
