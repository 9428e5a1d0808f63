import { describe, expect, test } from 'vitest';
import ga4 from '#adapters/analytics/ga4/module.ts';
import tagManager from '#adapters/analytics/google-tag-manager/module.ts';
import metaPixel from '#adapters/analytics/meta-pixel/module.ts';
import { braintreeHosts } from '#adapters/payments/braintree/module.ts';
import { contentSecurityPolicy, nonceSources } from '#app/pages/content-security-policy.ts';
import type { ModuleHosts } from '#ports/modules.ts';

// Paths × payment providers × analytics: each document allows exactly the hosts that it needs.

const braintree = (environment: 'sandbox' | 'production') =>
  braintreeHosts({
    BRAINTREE_ENVIRONMENT: environment,
    BRAINTREE_GOOGLE_MERCHANT_ID: environment === 'production' ? 'BCR2DN6T3PSN74SE' : undefined,
  });

/**
 * `own` matches a host of the provider; `foreign` matches hosts of the other providers, which must not be
 * allowed.
 */
const providers: readonly {
  readonly name: string;
  readonly hosts: ModuleHosts;
  readonly own: RegExp;
  readonly foreign: RegExp;
}[] = [
  {
    name: 'sandbox',
    hosts: { frames: ['http://127.0.0.1:3001'] },
    own: /http:\/\/127\.0\.0\.1:3001/,
    foreign: /braintree|paypal|cardinal|pay\.google/,
  },
  {
    name: 'Braintree, sandbox',
    hosts: braintree('sandbox'),
    own: /https:\/\/api\.sandbox\.braintreegateway\.com/,
    foreign: /127\.0\.0\.1|https:\/\/(?:api\.braintreegateway|payments\.braintree-api|songbird\.)/,
  },
  {
    name: 'Braintree, production',
    hosts: braintree('production'),
    own: /https:\/\/api\.braintreegateway\.com/,
    foreign: /127\.0\.0\.1|sandbox|songbirdstag/,
  },
];

const services: readonly {
  readonly name: string;
  readonly service: ModuleHosts;
  readonly hosts: RegExp[];
}[] = [
  { name: 'no analytics', service: {}, hosts: [] },
  { name: 'GA4', service: ga4.hosts(), hosts: [/googletagmanager/] },
  { name: 'Tag Manager', service: tagManager.hosts(), hosts: [/googletagmanager/] },
  { name: 'Meta pixel', service: metaPixel.hosts(), hosts: [/facebook/] },
];
const analyticsHosts = /googletagmanager|google-analytics|analytics\.google|facebook/;

const paths: readonly { readonly path: string; readonly pays: boolean; readonly tagged: boolean }[] = [
  { path: '/', pays: false, tagged: true },
  { path: '/de', pays: false, tagged: true },
  { path: '/en/kurse', pays: false, tagged: true },
  { path: '/de/kurse/checkout', pays: false, tagged: true },
  { path: '/de/checkouts', pays: false, tagged: true },
  { path: '/checkout/shop', pays: false, tagged: false },
  { path: '/de/profil', pays: false, tagged: false },
  { path: '/de/profil/payments', pays: false, tagged: false },
  { path: '/de/auth/login', pays: false, tagged: false },
  { path: '/en/newsletter/bestaetigen', pays: false, tagged: false },
  { path: '/de/gibt-es-nicht', pays: false, tagged: true },
  { path: '/fr/checkout/shop', pays: false, tagged: true },
  { path: '/de/checkout/shop', pays: true, tagged: false },
  { path: '/en/checkout/shop', pays: true, tagged: false },
  { path: '/en/checkout/complete/4711', pays: true, tagged: false },
  { path: '/de/profil/payment', pays: true, tagged: false },
];

describe.each(providers)('with payment by $name', ({ hosts: payment, own, foreign }) => {
  describe.each(services)('and $name', ({ service: analytics, hosts }) => {
    test.each(paths)('$path (pays: $pays, tagged: $tagged)', ({ path, pays, tagged }) => {
      const policy = contentSecurityPolicy({ inline: nonceSources('bm9uY2U='), path, payment, analytics });
      expect(own.test(policy)).toBe(pays);
      expect(policy).not.toMatch(foreign);
      const allowed = tagged ? hosts : [];
      expect(analyticsHosts.test(policy)).toBe(allowed.length > 0);
      for (const host of allowed) expect(policy).toMatch(host);
      if (!pays) {
        expect(policy).toContain("frame-src 'none'");
        expect(policy).toMatch(/form-action 'self'(?:;|$)/);
      }

      const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? '';
      expect(scripts).toContain("'nonce-bm9uY2U='");
      // PayPal documents this one wildcard; no other may be allowed.
      expect(scripts.replace('https://*.paypal.com', '')).not.toMatch(/unsafe|\*|data:|https:(?:\s|$)/);
      expect(policy).toContain("object-src 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
    });
  });
});
