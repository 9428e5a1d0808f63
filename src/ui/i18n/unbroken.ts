/** Writes a short word before a hyphen so that no line ends between them: `DE-04107`. */
export function unbroken(text: string): string {
  return text.replaceAll(/\b([A-Z]{1,2})-(?=\w)/g, '$1\u2011');
}
