// This file must not import zod, as values.ts.

/** Marks that turn the direction of writing, with those that end them. */
const turns = /[\u202a-\u202e\u2066-\u2069]/g;

/** Control characters that no text keeps. */
const controls = /[^\P{Cc}\n\r\t]/gu;

/**
 * Returns whether a text has more combining marks in a row than any language writes (Unicode's Stream-Safe Text
 * Format): composing them takes time by the square of their number. Also when only what is taken out of a text stands
 * between them.
 */
export function hasManyMarks(typed: string): boolean {
  return /\p{M}{31}/u.test(typed.replaceAll(turns, '').replaceAll(controls, ''));
}

/**
 * Makes one line of letters that are composed with their marks (NFC): line breaks, control characters and repeated
 * blanks are one blank, marks of direction go; what has nothing to see is empty
 * (docs/behaviour/api-conventions.md#text-rules).
 */
export function foldedLine(typed: string): string {
  return visible(typed.replaceAll(turns, '').replaceAll(/[\s\p{Cc}]+/gu, ' '));
}

/** As `foldedLine` for a text of several lines, which keeps its line breaks, and marks of direction that end. */
export function foldedLines(typed: string): string {
  const lines = typed
    .replaceAll(/\r\n?|[\u2028\u2029]/g, '\n')
    .replaceAll(controls, '')
    .split('\n');
  return visible(lines.map((line) => (isPaired(line) ? line : line.replaceAll(turns, ''))).join('\n'));
}

/** A code as people type or paste it, without white space and what cannot be seen, in plain letters and hyphens. */
export function typedCode(typed: string): string {
  return typed
    .normalize('NFKC')
    .replaceAll(/[\s\p{Cc}\p{DI}]/gu, '')
    .replaceAll(/[\p{Pd}\u2212]/gu, '-')
    .toUpperCase();
}

/** As `typedCode`, without hyphens and all other signs, for codes that have none. */
export function plainCode(typed: string): string {
  return typedCode(typed).replaceAll(/[^A-Z0-9]/g, '');
}

/** Whether each mark of direction in a line is ended in it, so that it turns nothing else. */
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
