import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import ga4 from '#adapters/analytics/ga4/module.ts';
import metaPixel from '#adapters/analytics/meta-pixel/module.ts';
import { braintreeHosts } from '#adapters/payments/braintree/module.ts';
import { contentSecurityPolicy, hashedDocument, nonceSources } from '#app/pages/content-security-policy.ts';
import type { ModuleHosts } from '#ports/modules.ts';

function directives(
  path: string,
  payment: ModuleHosts = { frames: ['http://127.0.0.1:3001'] },
  analytics: ModuleHosts = {},
): Map<string, string> {
  const policy = contentSecurityPolicy({ inline: nonceSources('bm9uY2U='), path, payment, analytics });
  return new Map(
    policy
      .split('; ')
      .map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
  );
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the Content-Security-Policy', () => {
  test('lets scripts run with the nonce or from the shop, and nothing inline', () => {
    expect(directives('/de').get('script-src')).toBe("'self' 'nonce-bm9uY2U='");
  });

  test('lets films come from the hosts of their storage, by script and in Safari, and nothing else', () => {
    const films = ['https://films.example'];
    const needs = { inline: nonceSources('bm9uY2U='), path: '/de', payment: {}, analytics: {} };
    const policy = contentSecurityPolicy({ ...needs, films });
    expect(policy.match(/[a-z-]+(?= [^;]*https:\/\/films\.example)/g)).toEqual(['connect-src', 'media-src']);
    expect(contentSecurityPolicy(needs)).toContain("media-src 'self' blob:;");
  });

  test('lets the inline scripts and styles of a shared page run by their hashes, and no others', () => {
    const nonce = 'bm9u+Y2/U=';
    const marked = [
      `<style nonce="${nonce}">p { margin: 0 }</style>`,
      `<script nonce="${nonce}">first()</script>`,
      `<script type="module" nonce="${nonce}" src="/a.js"></script>`,
      `<noscript><script nonce="${nonce}" type="module" async="">import "/b.js"\n</script></noscript>`,
      `<script nonce="${nonce}">first()</script>`,
    ].join('');
    const { html, inline } = hashedDocument(marked, nonce);
    expect(html).not.toContain('nonce');
    expect(html).toContain('<script type="module" async="">import "/b.js"\n</script>');
    expect(inline).toEqual({
      scripts: [hash('first()'), hash('import "/b.js"\n')],
      styles: [hash('p { margin: 0 }')],
    });
    const policy = contentSecurityPolicy({ inline, path: '/de', payment: {}, analytics: {} });
    expect(policy).toContain(`script-src 'self' ${hash('first()')} ${hash('import "/b.js"\n')};`);
    expect(policy).not.toContain('nonce');
  });

  test.each([
    '<script>stolen()</script>',
    '<script nonce="">stolen()</script>',
    '<script nonce="guessed">stolen()</script>',
    '<script data-nonce="bm9uY2U=">stolen()</script>',
    '<script title=\'nonce="bm9uY2U="\'>stolen()</script>',
    '<style>stolen()</style>',
    '<script>stolen()',
  ])('lets no script or style run in a shared page that its renderer has not written: %s', (injected) => {
    const own = '<script nonce="bm9uY2U=">own()</script>';
    const { inline } = hashedDocument(`<p>${injected}</p>${own}<p>${injected}</p>`, 'bm9uY2U=');
    const isSwallowed = !injected.includes('</');
    expect(inline).toEqual({ scripts: isSwallowed ? [] : [hash('own()')], styles: [] });
  });

  test.each(['/de/checkout/shop', '/en/checkout/complete/4711', '/de/profil/payment'])(
    'lets %s embed the card fields',
    (path) => {
      expect(directives(path).get('frame-src')).toBe('http://127.0.0.1:3001');
    },
  );

  test('names hosts of third parties only for analytics services that have an id', () => {
    for (const name of ['script-src', 'img-src', 'connect-src']) {
      expect(directives('/de').get(name)).not.toMatch(/https:/);
    }
    const google = directives('/de', {}, ga4.hosts());
    expect(google.get('script-src')).toBe("'self' 'nonce-bm9uY2U=' https://www.googletagmanager.com");
    expect([...google.values()].join()).not.toContain('facebook');
    const meta = directives('/de', {}, metaPixel.hosts());
    expect(meta.get('script-src')).toContain('https://connect.facebook.net');
    expect([...meta.values()].join()).not.toContain('google');
  });

  test('allows no frames if the provider has none', () => {
    expect(directives('/de/checkout/shop', {}).get('frame-src')).toBe("'none'");
  });

  test('names the hosts of Braintree on checkout documents only, and of one environment only', () => {
    const hostsOf = (
      BRAINTREE_ENVIRONMENT: 'sandbox' | 'production',
      BRAINTREE_GOOGLE_MERCHANT_ID?: string,
    ) => braintreeHosts({ BRAINTREE_ENVIRONMENT, BRAINTREE_GOOGLE_MERCHANT_ID });
    const sandbox = directives('/de/checkout/shop', hostsOf('sandbox'));
    expect(sandbox.get('script-src')).toContain('https://songbirdstag.cardinalcommerce.com');
    expect(sandbox.get('connect-src')).toContain('https://api.sandbox.braintreegateway.com');
    expect(sandbox.get('script-src')).toContain('https://cas.static.client.cardinaltrusted.com');
    // The bank's page is loaded in a frame, and a form is posted to it.
    expect(sandbox.get('frame-src')).toBe('https:');
    expect(sandbox.get('form-action')).toBe("'self' https:");
    expect(directives('/de/kurse', hostsOf('sandbox')).get('form-action')).toBe("'self'");
    const real = [...directives('/de/checkout/shop', hostsOf('production')).values()].join(' ');
    expect(real).toContain('https://api.braintreegateway.com');
    expect(real).not.toMatch(/sandbox|songbirdstag|cas\.static/);
    // Google Pay accepts real payments only for registered shops.
    expect(real).not.toContain('google');
    const registered = directives('/de/checkout/shop', hostsOf('production', 'BCR2DN6T3PSN74SE'));
    expect(registered.get('script-src')).toContain('https://pay.google.com');
    expect([...directives('/de/kurse', hostsOf('sandbox')).values()].join(' ')).not.toContain('https:');
  });
});
