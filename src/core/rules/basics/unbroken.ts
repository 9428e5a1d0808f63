/**
 * Writes a short word before a hyphen so that no line ends between them: `DE-04107`, `E-Mail`, `e-mail`. Addresses of
 * mails and pages stay as they are, because they are copied.
 */
export function unbroken(text: string): string {
  return text.replaceAll(/(?<![\w.@/-])([A-Z]{1,2}|e)-(?=\w)(?![\w.+-]*@)(?![\w-]*\.\w)/g, '$1\u2011');
}
