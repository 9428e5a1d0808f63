import { createHash } from 'node:crypto';
import { allowsTags } from '#core/rules/tracking/analytics-pages.ts';
import type { ModuleHosts } from '#ports/modules.ts';

/** The inputs of the policy of one document. */
export interface DocumentNeeds {
  /** Hosts of the analytics services; allowed on pages where services run. */
  readonly analytics: ModuleHosts;
  /** Sources for the document's inline scripts and styles: its nonce, or their hashes. */
  readonly inline: InlineSources;
  /** Path of the document. */
  readonly path: string;
  /** Additional hosts of film segments. */
  readonly films?: readonly string[];
  /** Hosts of the payment modules; allowed on checkout documents only. */
  readonly payment: ModuleHosts;
}

export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** Returns the sources for a nonce, which must be random for every document and in each of its scripts and styles. */
export function nonceSources(nonce: string): InlineSources {
  return { scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] };
}

/**
 * Converts a document rendered with a nonce to one for all visitors: removes the nonce and returns the hashes of the
 * scripts and styles that carried it. Other inline code was not written by the renderer and may not run.
 */
export function hashedDocument(html: string, nonce: string): { html: string; inline: InlineSources } {
  const mark = ` nonce="${nonce}"`;
  return {
    html: html.replaceAll(mark, ''),
    inline: { scripts: hashesOf(html, 'script', mark), styles: hashesOf(html, 'style', mark) },
  };
}

/** Match an element with its content; attributes are quoted, as React writes them. */
const elements = {
  script: /<script((?:\s[^\s=>"]+(?:="[^"]*")?)*)>(.*?)<\/script>/gs,
  style: /<style((?:\s[^\s=>"]+(?:="[^"]*")?)*)>(.*?)<\/style>/gs,
};

function hashesOf(html: string, element: keyof typeof elements, mark: string): readonly string[] {
  const own = [...html.matchAll(elements[element])].filter(
    ([, attributes = '']) => attributes.includes(mark) && !/\ssrc=/.test(attributes),
  );
  const texts = new Set(own.map(([, , text = '']) => text.replaceAll(mark, '')));
  return [...texts].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
}

/** Paths of documents that may load from the payment providers' hosts. */
const paymentPaths = /^\/(?:de|en)\/(?:checkout|profil\/payment)(?:\/|$)/;

/** Returns whether a document at this path may contain a provider's card fields. */
export function isPaymentPath(path: string): boolean {
  return paymentPaths.test(path);
}

/**
 * Returns the Content-Security-Policy of one document. Scripts must be among the inline sources or be loaded from the
 * shop, style elements as well; style attributes are allowed, because positioned widgets set them.
 */
export function contentSecurityPolicy({
  inline,
  path,
  payment,
  analytics,
  films = [],
}: DocumentNeeds): string {
  const paying = mergeHosts(isPaymentPath(path) ? [payment] : []);
  const hosts = mergeHosts(allowsTags(path) ? [analytics] : []);
  return [
    "default-src 'self'",
    `script-src ${["'self'", ...inline.scripts, ...hosts.scripts, ...paying.scripts].join(' ')}`,
    `style-src ${["'self'", ...inline.styles].join(' ')}`,
    "style-src-attr 'unsafe-inline'",
    `img-src ${["'self'", 'data:', ...hosts.pictures, ...paying.pictures].join(' ')}`,
    `connect-src ${["'self'", ...films, ...hosts.calls, ...paying.calls].join(' ')}`,
    // `blob:` is for films that a script plays.
    `media-src ${["'self'", 'blob:', ...films].join(' ')}`,
    `frame-src ${paying.frames.length === 0 ? "'none'" : paying.frames.join(' ')}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...paying.forms].join(' ')}`,
  ].join('; ');
}

const hostKinds = ['scripts', 'frames', 'forms', 'calls', 'pictures'] as const;

/** Merges the hosts of several modules without duplicates. */
export function mergeHosts(modules: readonly ModuleHosts[]): Required<ModuleHosts> {
  const merged = hostKinds.map((kind) => [kind, [...new Set(modules.flatMap((hosts) => hosts[kind] ?? []))]]);
  return Object.fromEntries(merged) as Required<ModuleHosts>;
}
