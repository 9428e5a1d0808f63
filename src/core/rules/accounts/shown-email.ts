import punycode from 'punycode.js';
import { normaliseEmail } from '#core/model/email-address.ts';

/**
 * Returns a stored e-mail address with a Unicode domain: `kontakt@xn--mller-kva.de` becomes `kontakt@müller.de`
 * (docs/behaviour/accounts.md#compared-e-mail-addresses). Unchanged if the domain is not valid Punycode or would be
 * stored in another form.
 */
export function shownEmail(stored: string): string {
  try {
    const shown = punycode.toUnicode(stored);
    return normaliseEmail(shown) === stored ? shown : stored;
  } catch {
    return stored;
  }
}
