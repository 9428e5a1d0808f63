import { dataLayer } from '#adapters/analytics/google-data-layer.ts';
import type { OpenAnalytics } from '#ports/modules.ts';
import { createTagManagerAnalytics } from './tag-manager-analytics.ts';

const open: OpenAnalytics = ({ container_id }, page) =>
  createTagManagerAnalytics(String(container_id), { ...page, layer: dataLayer(page.window) });

export default open;
