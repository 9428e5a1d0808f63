/** An IBAN as people read it, in groups of four. */
export function writtenIban(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, '$1 ');
}
