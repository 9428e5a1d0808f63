import type { ModuleHosts } from '#ports/modules.ts';

const google = 'https://www.googletagmanager.com';
const collectors = ['https://*.google-analytics.com', 'https://*.analytics.google.com', google];

/** The hosts of Google's tags, from "Use Tag Manager with a Content Security Policy". */
export const googleHosts: ModuleHosts = { scripts: [google], pictures: collectors, calls: collectors };
