import type { Locale } from '#core/model/values.ts';
import { escapeHtml, offlineTexts } from './offline-page.ts';

interface Copied {
  readonly text: string;
  /** The Content-Security-Policy of the page; null in development. */
  readonly policy: string | null;
  readonly locale: Locale;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/**
 * Creates the offline copy of a page: without scripts and forms, so that nothing suggests that buying works; with one
 * picture per set of sizes, and a line with the time of the copy. Its policy disables scripts, so that it looks like
 * the page without JavaScript, without banner and useless buttons.
 */
export function createOfflineCopy({ text, policy, locale, at }: Copied) {
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short' }).format(at);
  const notice = escapeHtml(offlineTexts[locale].copy.replace('{{date}}', date));
  const readable = text
    .replaceAll(/<script\b[\s\S]*?<\/script\s*>/gi, '')
    .replaceAll(/<noscript\b[\s\S]*?<\/noscript\s*>/gi, '')
    .replaceAll(/<form\b[\s\S]*?<\/form\s*>/gi, '')
    .replaceAll(formPartElsewhere, '')
    .replaceAll(/<link\b[^>]*\brel="modulepreload"[^>]*>/gi, '')
    .replaceAll(/<source\b[^>]*>/gi, '')
    .replaceAll(/ (?:srcset|imagesrcset)="[^"]*"/gi, '')
    .replace(/<body\b[^>]*>/i, (body) => `${body}<p role="status" style="${noticeStyle}">${notice}</p>`);
  return { text: readable, policy: withoutScripts(policy) };
}

/** A label or panel with controls that belong to a form elsewhere in the page (`form` attribute). */
const formPartElsewhere = /<(details|label)\b(?:(?!<\/\1\b)[\s\S])*? form="[\s\S]*?<\/\1\s*>/gi;

const noticeStyle =
  'position:relative;z-index:1;margin:0;padding:0.75rem 1.25rem;background:#ba8904;color:#14110d;text-align:center';

/** Directive that allows everything except scripts and forms: links work, including mail links and new tabs. */
const noScripts =
  'sandbox allow-same-origin allow-popups allow-popups-to-escape-sandbox allow-top-navigation';

const closed = ['script-src', 'connect-src', 'frame-src', 'form-action'] as const;

function withoutScripts(policy: string | null): string {
  const kept = (policy ?? "default-src 'self'")
    .split(';')
    .map((directive) => directive.trim())
    .filter((directive) => !closed.some((name) => directive.startsWith(`${name} `)));
  return [...kept, ...closed.map((name) => `${name} 'none'`), noScripts].join('; ');
}

/** Returns the files and pictures that a copy uses. */
export function partsOf(copy: string) {
  const all = (pattern: RegExp) => [...new Set(copy.match(pattern) ?? [])];
  return {
    files: all(/\/assets\/[\w.-]+\.(?:css|woff2)\b/g),
    pictures: [...new Set([...copy.matchAll(/ src="(\/pictures\/[\w./-]+)"/g)].map(([, path = '']) => path))],
  };
}
