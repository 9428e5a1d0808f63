import { createHash } from 'node:crypto';
import { allowsTags } from '#core/rules/tracking/analytics-pages.ts';
import type { ModuleHosts } from '#ports/modules.ts';

/** The inputs of the policy of one document. */
export interface DocumentNeeds {
  /** Hosts of the analytics services; allowed on pages where services run. */
  readonly analytics: ModuleHosts;
  /** Sources that allow the inline scripts and styles of the document: its nonce, or a hash of each of them. */
  readonly inline: InlineSources;
  /** Path of the document. */
  readonly path: string;
  /** Hosts from which segments of films come, beside the shop itself. */
  readonly films?: readonly string[];
  /** Hosts of the payment modules; allowed on checkout documents only. */
  readonly payment: ModuleHosts;
}

export interface InlineSources {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/** A nonce is random and new for every document, and written into each of its scripts and styles. */
export function nonceSources(nonce: string): InlineSources {
  return { scripts: [`'nonce-${nonce}'`], styles: [`'nonce-${nonce}'`] };
}

/**
 * A document that every visitor may get, made of one that was rendered with a nonce: without it, and with the hashes of
 * the scripts and styles that carried it. What else is in the document was not written by the renderer and may not run.
 */
export function hashedDocument(html: string, nonce: string): { html: string; inline: InlineSources } {
  const mark = ` nonce="${nonce}"`;
  return {
    html: html.replaceAll(mark, ''),
    inline: { scripts: hashesOf(html, 'script', mark), styles: hashesOf(html, 'style', mark) },
  };
}

/** Matches the start of an element and what follows up to its end; attributes are in quotes, as React writes them. */
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

/** Paths of the documents that may load from the hosts of the payment provider. */
const paymentPaths = /^\/(?:de|en)\/(?:checkout|profil\/payment)(?:\/|$)/;

/** Whether a document at this path may contain a provider's card fields. */
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
    // A film that is played by script is an object of its page.
    `media-src ${["'self'", 'blob:', ...films].join(' ')}`,
    `frame-src ${paying.frames.length === 0 ? "'none'" : paying.frames.join(' ')}`,
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    `form-action ${["'self'", ...paying.forms].join(' ')}`,
  ].join('; ');
}

const hostKinds = ['scripts', 'frames', 'forms', 'calls', 'pictures'] as const;

/** The hosts of several modules, each once. */
export function mergeHosts(modules: readonly ModuleHosts[]): Required<ModuleHosts> {
  const merged = hostKinds.map((kind) => [kind, [...new Set(modules.flatMap((hosts) => hosts[kind] ?? []))]]);
  return Object.fromEntries(merged) as Required<ModuleHosts>;
}
