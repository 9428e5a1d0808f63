import { type TypedContact, typedContact } from '#core/model/address.ts';
import type { TextStorage } from '#ports/browser/text-storage.ts';

const key = 'typed_contact';

/**
 * Creates access to what a guest has typed into the first step of the checkout, stored for this tab
 * (docs/behaviour/checkout-and-payment.md#typed-contact). `sessionStorage` is the storage of one tab.
 */
export function createTypedContact(sessionStorage: TextStorage) {
  return {
    /** Returns what was typed last; null if there is nothing or the stored text is invalid. */
    read: (): TypedContact | null => parse(sessionStorage.read(key)),
    keep: (contact: TypedContact): void => sessionStorage.write(key, JSON.stringify(contact)),
    forget: (): void => sessionStorage.remove(key),
  };
}

function parse(text: string | null): TypedContact | null {
  if (text === null) return null;
  try {
    const parsed = typedContact.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
