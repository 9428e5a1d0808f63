import { z } from 'zod';
import type { AnalyticsModule } from '#ports/modules.ts';

const cure = 'set the pixel id, which is a number';
const settings = { META_PIXEL_ID: z.string(cure).regex(/^\d{5,20}$/, cure) };

/** Meta's pixel. */
export default {
  kind: 'analytics',
  name: 'meta_pixel',
  settings,
  consent: { purpose: 'marketing', beforeConsent: 'drop' },
  hosts: () => ({
    scripts: ['https://connect.facebook.net'],
    pictures: ['https://www.facebook.com'],
    calls: ['https://www.facebook.com', 'https://connect.facebook.net'],
  }),
  browserSettings: ({ META_PIXEL_ID }) => ({ pixel_id: META_PIXEL_ID }),
  browser: new URL('./browser/index.ts', import.meta.url),
} satisfies AnalyticsModule<typeof settings>;
