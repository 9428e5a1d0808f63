const always = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()'],
  // The wallet opens in a popup, which needs access to its opener.
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
] as const;

const httpsOnly = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;

/** Policy of data responses: nothing loads or runs if a browser opens one as a document. */
const dataPolicy = [
  'Content-Security-Policy',
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
] as const;

const data = /^(?:application\/(?:json|vnd\.api\+json|problem\+json)|text\/(?:plain|csv))/;

/**
 * Returns the security headers of a response; documents have their own Content-Security-Policy and may have their own
 * Referrer-Policy.
 */
export function safeHeaders(
  given: Headers,
  isSecure: boolean,
): readonly (readonly [name: string, value: string])[] {
  const isData = data.test(given.get('Content-Type') ?? '') && !given.has('Content-Security-Policy');
  // A page may set a stricter Referrer-Policy.
  const general = always.filter(([name]) => name !== 'Referrer-Policy' || !given.has(name));
  return [...general, ...(isSecure ? [httpsOnly] : []), ...(isData ? [dataPolicy] : [])];
}
