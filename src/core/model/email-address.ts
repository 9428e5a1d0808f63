// This file must not import zod, like values.ts.
import { lengths } from './text-lengths.ts';

/** The pattern of `input type=email` (HTML Living Standard, "valid e-mail address"). */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** From the first to the last visible character: copied text often has invisible ones around it. */
const visible = /[^\s\p{DI}](?:.*[^\s\p{DI}])?/su;

/**
 * Returns an e-mail address in the form in which it is stored, compared and used for sending: trimmed, in lower case,
 * with the domain in ASCII (`kontakt@müller.de` becomes `kontakt@xn--mller-kva.de`). Does not validate
 * (docs/behaviour/accounts.md#compared-e-mail-addresses).
 */
export function normaliseEmail(typed: string): string {
  const email = (visible.exec(typed)?.[0] ?? '').toLowerCase().normalize('NFC');
  const at = email.lastIndexOf('@') + 1;
  return `${email.slice(0, at)}${toAsciiDomain(email.slice(at))}`;
}

/** Returns whether a typed text is a valid e-mail address; its normalised form has at most 254 characters. */
export function isEmailAddress(typed: string): boolean {
  const email = normaliseEmail(typed);
  return email.length <= lengths.email && emailPattern.test(email);
}

/**
 * Leaves ASCII domains unchanged, because `URL` changes `1.2.3` and rejects `xn--a`, and domains longer than any
 * address, because their conversion takes quadratic time.
 */
function toAsciiDomain(domain: string): string {
  if (domain.length > lengths.email) return domain;
  if (/^\p{ASCII}*$/u.test(domain) || !/^[\p{L}\p{M}\p{N}\p{Cf}.。．｡·-]+$/u.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}
