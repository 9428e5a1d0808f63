import type { AnalyticsIds } from '#core/rules/analytics.ts';
import { allowsTags, noAnalytics } from '#core/rules/analytics.ts';
import type { PaymentHosts } from './payment-hosts.ts';
import { noPaymentHosts } from './payment-hosts.ts';

/** The inputs of the policy of one document. */
export interface DocumentNeeds {
  /** Ids of the analytics services; the policy allows only services that have an id, and none on pages without them. */
  readonly analytics: AnalyticsIds;
  /** Random and new for every document; written into each of its scripts and styles. */
  readonly nonce: string;
  /** Path of the document. */
  readonly path: string;
  /** Hosts of the payment provider; allowed on checkout documents only. */
  readonly payment: PaymentHosts;
}

/** Paths of the documents that may load from the hosts of the payment provider. */
const paymentPaths = /^\/(?:de|en)\/(?:checkout|profil\/payment)(?:\/|$)/;

/**
 * Returns the Content-Security-Policy of one document. Scripts must have the nonce or be loaded from the
 * shop. Style elements must have the nonce; style attributes are allowed, because positioned widgets set
 * them.
 */
export function contentSecurityPolicy({ nonce, path, payment, analytics }: DocumentNeeds): string {
  const paying = paymentPaths.test(path) ? payment : noPaymentHosts;
  const hosts = analyticsHosts(allowsTags(path) ? analytics : noAnalytics);
  return [
    "default-src 'self'",
    `script-src ${["'self'", `'nonce-${nonce}'`, ...hosts.scripts, ...paying.scripts].join(' ')}`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${["'self'", 'data:', ...hosts.pictures, ...paying.pictures].join(' ')}`,
    `connect-src ${["'self'", ...hosts.calls, ...paying.calls].join(' ')}`,
    `frame-src ${paying.frames.length === 0 ? "'none'" : paying.frames.join(' ')}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...paying.forms].join(' ')}`,
  ].join('; ');
}

const google = 'https://www.googletagmanager.com';
const googleCollectors = [
  'https://*.google-analytics.com',
  'https://*.analytics.google.com',
  google,
] as const;

/** Returns the hosts of the configured analytics services, from the vendors' documentation. */
function analyticsHosts({ ga4, tag_manager, meta_pixel }: AnalyticsIds) {
  const isGoogle = ga4 !== null || tag_manager !== null;
  const isMeta = meta_pixel !== null;
  return {
    scripts: [...(isGoogle ? [google] : []), ...(isMeta ? ['https://connect.facebook.net'] : [])],
    pictures: [...(isGoogle ? googleCollectors : []), ...(isMeta ? ['https://www.facebook.com'] : [])],
    calls: [
      ...(isGoogle ? googleCollectors : []),
      ...(isMeta ? ['https://www.facebook.com', 'https://connect.facebook.net'] : []),
    ],
  };
}
