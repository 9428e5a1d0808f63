const always = [
  ['X-Content-Type-Options', 'nosniff'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), browsing-topics=()'],
  // A wallet's window is opened by the checkout and has to find its way back.
  ['Cross-Origin-Opener-Policy', 'same-origin-allow-popups'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['X-Frame-Options', 'DENY'],
] as const;

const httpsOnly = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'] as const;

/** Data is never a document: a browser that shows it all the same loads and runs nothing. */
const dataPolicy = [
  'Content-Security-Policy',
  "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
] as const;

const data = /^(?:application\/(?:json|vnd\.api\+json|problem\+json)|text\/(?:plain|csv))/;

/** What holds for every answer, whoever gives it; documents bring a policy of their own. */
export function safeHeaders(
  given: Headers,
  isSecure: boolean,
): readonly (readonly [name: string, value: string])[] {
  const isData = data.test(given.get('Content-Type') ?? '') && !given.has('Content-Security-Policy');
  return [...always, ...(isSecure ? [httpsOnly] : []), ...(isData ? [dataPolicy] : [])];
}
