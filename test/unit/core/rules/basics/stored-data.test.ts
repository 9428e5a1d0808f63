import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import ga4 from '#adapters/analytics/ga4/module.ts';
import tagManager from '#adapters/analytics/google-tag-manager/module.ts';
import metaPixel from '#adapters/analytics/meta-pixel/module.ts';
import { braintreeHosts } from '#adapters/payments/braintree/module.ts';
import { contentSecurityPolicy, mergeHosts, nonceSources } from '#app/pages/content-security-policy.ts';
import { storedItems } from '#core/rules/basics/stored-data.ts';

const root = join(import.meta.dirname, '../../../../..');
const sources = ['src/core', 'src/ui', 'src/adapters', 'src/app', 'sandbox/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => ({ file: `${folder}/${name}`, text: readFileSync(join(root, folder, name), 'utf8') })),
);
const privacy = ['de', 'en'].map((language) =>
  readFileSync(join(root, `content/legal/datenschutz.${language}.md`), 'utf8'),
);
const names = [...new Set<string>(storedItems.map(({ name }) => name))];

describe('what is stored in a browser', () => {
  test('nothing writes to a storage or to cookies besides the two ports', () => {
    const writers = sources
      .filter(({ text }) =>
        /(?:localStorage|sessionStorage)\.setItem|document\.cookie\s*=|indexedDB/.test(text),
      )
      .map(({ file }) => file);
    // Of the files below the first only removes cookies of external services, and the others write listed names
    // (`arrivalKey`, `localeCookie`, `consentCookie`) before the ports exist.
    const others = writers.filter((file) => !/^src\/adapters\/(?:cookies|storage)\//.test(file));
    expect(others.toSorted()).toEqual([
      'src/adapters/analytics/page-parts.ts',
      'src/ui/document/early-input.ts',
      'src/ui/document/page-scripts.tsx',
    ]);
  });

  test.each(names)('%s is named in both privacy pages', (name) => {
    for (const page of privacy) expect(page).toContain(`**${name.replace('*', '\\*')}**`);
  });

  test('every company whose code or hosts the shop can use is named in both privacy pages', () => {
    /** The external company behind each adapter; null when data stays in the shop. */
    const adapters: Readonly<Record<string, string | null>> = {
      'payments/braintree': 'Braintree',
      'payments/braintree/browser/apple-pay-wallet.ts': 'Apple Pay',
      'payments/braintree/browser/card-verification.ts': 'CardinalCommerce',
      'payments/braintree/browser/google-pay-wallet.ts': 'Google Pay',
      'payments/braintree/browser/paypal-wallet.ts': 'PayPal',
      'payments/bank-transfer': null,
      'payments/settings.ts': null,
      'payments/verification-dialog.ts': null,
      'payments/wallet-button.ts': null,
      'analytics/ga4': 'Google Analytics',
      'analytics/google-tag-manager': 'Google Tag Manager',
      'analytics/meta-pixel': 'Meta',
      'analytics/google-event.ts': null,
      'analytics/google-hosts.ts': null,
      'analytics/google-data-layer.ts': null,
      'analytics/analytics-group.ts': null,
      'analytics/consent-filter.ts': null,
      'analytics/deferred-analytics.ts': null,
      'analytics/page-parts.ts': null,
      'analytics/services.ts': null,
      'analytics/waiting-events.ts': null,
    };
    const listed = (area: string) =>
      readdirSync(join(root, 'src/adapters', area)).map((name) => `${area}/${name}`);
    const wallets = listed('payments/braintree/browser').filter((file) =>
      /-(?:wallet|verification)\.ts$/.test(file),
    );
    const found = [...listed('payments'), ...listed('analytics'), ...wallets];
    expect(found.filter((one) => !(one in adapters))).toEqual([]);

    /** The company behind each host that a policy can allow; the pages of banks have any address. */
    const hosts: Readonly<Record<string, string>> = {
      'googletagmanager.com': 'Google Tag Manager',
      'google-analytics.com': 'Google Analytics',
      'analytics.google.com': 'Google Analytics',
      'facebook.net': 'Meta',
      'facebook.com': 'Meta',
      'paypal.com': 'PayPal',
      'paypalobjects.com': 'PayPal',
      'cardinalcommerce.com': 'CardinalCommerce',
      'cardinaltrusted.com': 'CardinalCommerce',
      'braintreegateway.com': 'Braintree',
      'braintree-api.com': 'Braintree',
      'pay.google.com': 'Google Pay',
      'google.com/pay': 'Google Pay',
      'https:': '3-D Secure',
    };
    const policies = (['production', 'sandbox'] as const).map((environment) =>
      contentSecurityPolicy({
        inline: nonceSources(''),
        path: '/de/checkout/shop',
        payment: braintreeHosts({
          BRAINTREE_ENVIRONMENT: environment,
          BRAINTREE_GOOGLE_MERCHANT_ID: 'BCR2DN6T3PSN74SE',
        }),
        analytics: mergeHosts([ga4.hosts(), tagManager.hosts(), metaPixel.hosts()]),
      }),
    );
    const allowed = [...new Set(policies.join(' ').match(/https:[^\s;]*/g))];
    expect(allowed.length).toBeGreaterThan(15);
    const known = Object.keys(hosts);
    expect(allowed.filter((host) => !known.some((end) => host.endsWith(end)))).toEqual([]);

    for (const company of new Set([...Object.values(adapters), ...Object.values(hosts)])) {
      if (company !== null) for (const page of privacy) expect(page, company).toContain(company);
    }
  });
});
