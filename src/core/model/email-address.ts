// This file must not import zod, as values.ts.
import { lengths } from './text-lengths.ts';

/** What HTML accepts in `input type=email` (HTML Living Standard, "valid e-mail address"). */
export const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** From the first to the last character that can be seen: copying brings other ones along. */
const visible = /[^\s\p{DI}](?:.*[^\s\p{DI}])?/su;

/**
 * Returns an e-mail address in the form in which it is stored, compared and written to: trimmed, in lower case, the
 * domain in ASCII (`kontakt@müller.de` is `kontakt@xn--mller-kva.de`). Does not validate
 * (docs/behaviour/accounts.md#compared-e-mail-addresses).
 */
export function normaliseEmail(typed: string): string {
  const email = (visible.exec(typed)?.[0] ?? '').toLowerCase().normalize('NFC');
  const at = email.lastIndexOf('@') + 1;
  return `${email.slice(0, at)}${toAsciiDomain(email.slice(at))}`;
}

/** Whether mail can be sent to what was typed; the stored form has at most 254 characters. */
export function isEmailAddress(typed: string): boolean {
  const email = normaliseEmail(typed);
  return email.length <= lengths.email && emailPattern.test(email);
}

/**
 * ASCII domains stay as they are, because a URL changes `1.2.3` and refuses `xn--a`; so do those that are longer than
 * any address, which take time by the square of their length.
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
