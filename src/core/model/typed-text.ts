// This file must not import zod, like values.ts.

/** Control characters that set the writing direction, and those that end it. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

/** Control characters that no text keeps: all except line breaks and tabs. */
const controls = /[^\P{Cc}\n\r\t]/gu;

/**
 * Returns whether a text has more consecutive combining marks than any language uses (Unicode's Stream-Safe Text
 * Format), even if removed characters stand between them. Normalising such a text takes quadratic time.
 */
export function hasManyMarks(typed: string): boolean {
  return /\p{M}{31}/u.test(typed.replaceAll(turns, '').replaceAll(controls, ''));
}

/**
 * Returns a text as one line in NFC: line breaks, control characters and repeated spaces become one space, direction
 * marks are removed. A text without visible characters becomes empty (docs/behaviour/api-conventions.md#text-rules).
 */
export function normaliseLine(typed: string): string {
  return visible(typed.replaceAll(turns, '').replaceAll(/[\s\p{Cc}]+/gu, ' '));
}

/** Like `normaliseLine` for several lines: keeps line breaks, and direction marks that are closed within their line. */
export function normaliseLines(typed: string): string {
  const lines = typed
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(controls, '')
    .split('\n');
  return visible(lines.map((line) => (isPaired(line) ? line : line.replaceAll(turns, ''))).join('\n'));
}

/** Returns a typed or pasted code without white space and invisible characters, in plain letters and hyphens. */
export function typedCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cc}\p{DI}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .toUpperCase();
}

/** Like `typedCode`, but also removes hyphens and all other signs, for codes that have none. */
export function plainCode(typed: string): string {
  return typedCode(typed).replaceAll(/[^A-Z0-9]/g, '');
}

/** Returns whether every direction mark in a line is closed in it, so that it does not affect other text. */
function isPaired(line: string): boolean {
  const awaited: string[] = [];
  for (const [mark] of line.matchAll(turns)) {
    if (mark !== '\u202c' && mark !== '\u2069') awaited.push(mark < '\u2066' ? '\u202c' : '\u2069');
    else if (awaited.pop() !== mark) return false;
  }
  return awaited.length === 0;
}

function visible(text: string): string {
  return /[^\p{DI}\p{Z}\p{Cc}\u2800]/u.test(text) ? text.trim().normalize('NFC') : '';
}
