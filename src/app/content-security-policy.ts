import type { AnalyticsIds } from '#core/rules/analytics.ts';
import type { PaymentHosts } from './payment-hosts.ts';
import { noPaymentHosts } from './payment-hosts.ts';

/** What one document may load; each document has its own. */
export interface DocumentNeeds {
  /** Analytics services of the shop; only their hosts may be asked, and only when they have an id. */
  readonly analytics: AnalyticsIds;
  /** Random, new for every document; stands on each script and style of the document. */
  readonly nonce: string;
  /** Path of the document. */
  readonly path: string;
  /** Hosts of the configured payment provider; only checkout documents may ask them. */
  readonly payment: PaymentHosts;
}

/** Only these documents may ask the payment provider's hosts. */
const paymentPaths = /^\/(?:de|en)\/(?:checkout|profil\/payment)(?:\/|$)/;

/**
 * The Content-Security-Policy of one document. Scripts run only with the document's nonce or from the shop itself;
 * style attributes are allowed, because positioned widgets set them, style elements only with the nonce.
 */
export function contentSecurityPolicy({ nonce, path, payment, analytics }: DocumentNeeds): string {
  const paying = paymentPaths.test(path) ? payment : noPaymentHosts;
  const hosts = analyticsHosts(analytics);
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

/** Hosts of the analytics services that are switched on, as their makers name them. */
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
