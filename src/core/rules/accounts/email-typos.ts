/** Common domains of mailboxes. None of them is a misspelling of another one. */
export const commonMailDomains = [
  'gmail.com',
  'googlemail.com',
  'hotmail.com',
  'hotmail.de',
  'hotmail.co.uk',
  'outlook.com',
  'outlook.de',
  'icloud.com',
  'yahoo.com',
  'yahoo.de',
  'yahoo.co.uk',
  'ymail.com',
  'mail.com',
  'email.com',
  't-online.de',
  'freenet.de',
  'posteo.de',
  'mailbox.org',
  'proton.me',
  'protonmail.com',
  'bluewin.ch',
] as const;

/** Domains that look valid but offer no mailboxes, with the probable ones. */
const wrongEndings: Readonly<Record<string, string>> = { 'gmail.de': 'gmail.com', 'icloud.de': 'icloud.com' };

/**
 * Returns the probably intended address when the domain is one typing error away from a common one (`gmial.com`);
 * otherwise null. Only a suggestion, because the typed domain may be right.
 */
export function suggestEmail(typed: string): string | null {
  const email = typed.trim();
  const at = email.lastIndexOf('@');
  const domain = email.slice(at + 1).toLowerCase();
  const isCommon = commonMailDomains.some((common) => common === domain);
  if (at < 1 || isCommon) return null;
  const meant = wrongEndings[domain] ?? commonMailDomains.find((common) => isOneSlipAway(domain, common));
  return meant === undefined ? null : `${email.slice(0, at + 1)}${meant}`;
}

/** Returns whether exactly one letter is wrong, missing or added, or two adjacent letters are swapped. */
function isOneSlipAway(typed: string, meant: string): boolean {
  const start = [...typed].findIndex((letter, index) => letter !== meant[index]);
  const from = start < 0 ? typed.length : start;
  const [rest, wanted] = [typed.slice(from), meant.slice(from)];
  if (rest === wanted) return false;
  const isWrong = rest.slice(1) === wanted.slice(1);
  const isMissing = rest === wanted.slice(1);
  const isTooMany = rest.slice(1) === wanted;
  const isSwapped = rest[0] === wanted[1] && rest[1] === wanted[0] && rest.slice(2) === wanted.slice(2);
  return isWrong || isMissing || isTooMany || isSwapped;
}
