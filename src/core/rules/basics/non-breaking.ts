/**
 * Replaces the hyphen after a short prefix by a non-breaking one: `DE-04107`, `E-Mail`, `e-mail`. E-mail addresses and
 * URLs stay unchanged, because people copy them.
 */
export function nonBreaking(text: string): string {
  return text.replaceAll(/(?<![\w.@/-])([A-Z]{1,2}|e)-(?=\w)(?![\w.+-]*@)(?![\w-]*\.\w)/g, '$1\u2011');
}
