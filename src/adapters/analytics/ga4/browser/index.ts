import { gtagOf } from '#adapters/analytics/google-data-layer.ts';
import type { OpenAnalytics } from '#ports/modules.ts';
import { createGa4Analytics } from './ga4-analytics.ts';

const open: OpenAnalytics = ({ measurement_id }, page) =>
  createGa4Analytics(String(measurement_id), { ...page, gtag: gtagOf(page.window) });

export default open;
