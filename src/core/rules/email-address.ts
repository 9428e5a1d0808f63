/**
 * An e-mail address as accounts and limits per customer compare it: without surrounding blanks, in lower case, in
 * one Unicode form (decisions §3). Whether it is an address at all is for the contract to say.
 */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase().normalize('NFC');
}
