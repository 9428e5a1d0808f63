import { describe, expect, test } from 'vitest';
import { contentSecurityPolicy } from '#composition/content-security-policy.ts';
import type { AnalyticsIds } from '#core/rules/analytics-ids.ts';
import { noAnalytics } from '#core/rules/analytics-ids.ts';

function directives(
  path: string,
  paymentOrigin: string | null = 'http://127.0.0.1:3001',
  analytics: AnalyticsIds = noAnalytics,
): Map<string, string> {
  const policy = contentSecurityPolicy({ nonce: 'bm9uY2U=', path, paymentOrigin, analytics });
  return new Map(
    policy
      .split('; ')
      .map((directive) => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
  );
}

describe('the Content-Security-Policy', () => {
  test('lets scripts run with the nonce or from the shop, and nothing inline', () => {
    expect(directives('/de').get('script-src')).toBe("'self' 'nonce-bm9uY2U='");
    expect(directives('/de').get('object-src')).toBe("'none'");
    expect(directives('/de').get('base-uri')).toBe("'none'");
    expect(directives('/de').get('frame-ancestors')).toBe("'none'");
  });

  test.each(['/de/checkout/shop', '/en/checkout/complete/4711', '/de/profil/payment'])(
    '%s may embed the card fields',
    (path) => {
      expect(directives(path).get('frame-src')).toBe('http://127.0.0.1:3001');
    },
  );

  test.each(['/', '/de', '/de/kurse', '/de/kurse/checkout', '/de/checkouts', '/checkout/shop', '/de/profil'])(
    '%s may not',
    (path) => {
      expect(directives(path).get('frame-src')).toBe("'none'");
    },
  );

  test('names hosts of others only for analytics services that have an id', () => {
    for (const name of ['script-src', 'img-src', 'connect-src']) {
      expect(directives('/de').get(name)).not.toMatch(/https:/);
    }
    const google = directives('/de', null, { ...noAnalytics, ga4: 'G-ABC' });
    expect(google.get('script-src')).toBe("'self' 'nonce-bm9uY2U=' https://www.googletagmanager.com");
    expect([...google.values()].join()).not.toContain('facebook');
    const meta = directives('/de', null, { ...noAnalytics, meta_pixel: '12345' });
    expect(meta.get('script-src')).toContain('https://connect.facebook.net');
    expect([...meta.values()].join()).not.toContain('google');
  });

  test('without a sandbox there is nothing to embed', () => {
    expect(directives('/de/checkout/shop', null).get('frame-src')).toBe("'none'");
  });
});
