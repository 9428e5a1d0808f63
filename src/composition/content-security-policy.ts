/** What one document may load (decisions §7: a policy belongs to its document). */
export interface DocumentNeeds {
  /** Random, new for every document; stands on each script and style of the document. */
  readonly nonce: string;
  /** Path of the document. */
  readonly path: string;
  /** Origin of the sandbox payment frames; null when there are none. */
  readonly paymentOrigin: string | null;
}

/** Only these documents may embed the payment provider's frames. */
const paymentPaths = /^\/(?:de|en)\/(?:checkout|profil\/payment)(?:\/|$)/;

/**
 * The Content-Security-Policy of one document. Scripts run only with the document's nonce or from the shop itself;
 * style attributes are allowed, because positioned widgets set them, style elements only with the nonce.
 */
export function contentSecurityPolicy({ nonce, path, paymentOrigin }: DocumentNeeds): string {
  const frames = paymentOrigin !== null && paymentPaths.test(path) ? paymentOrigin : "'none'";
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${frames}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "form-action 'self'",
  ].join('; ');
}
