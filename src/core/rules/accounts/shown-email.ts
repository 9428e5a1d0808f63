import punycode from 'punycode.js';
import { normaliseEmail } from '#core/model/email-address.ts';

/**
 * Returns a stored e-mail address as its owner writes it: `kontakt@xn--mller-kva.de` is `kontakt@müller.de`
 * (docs/behaviour/accounts.md#compared-e-mail-addresses). One whose domain cannot be read, or reads as another's, stays
 * as it is.
 */
export function shownEmail(stored: string): string {
  try {
    const shown = punycode.toUnicode(stored);
    return normaliseEmail(shown) === stored ? shown : stored;
  } catch {
    return stored;
  }
}
