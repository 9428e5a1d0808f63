import { type CardType, cardTypes } from '#core/model/card-type.ts';

/** Braintree's card type names that differ from the shop's in more than case and spaces. */
const otherNames: Readonly<Record<string, CardType>> = {
  'master-card': 'mastercard',
  'union-pay': 'unionpay',
  'china-unionpay': 'unionpay',
  'uk-maestro': 'maestro',
};

/**
 * Returns the card type of a Braintree code (`master-card`) or display name (`Apple Pay - Visa`). Null for any other.
 */
export function brandOf(name: string): CardType | null {
  const code = name
    .replace(/^Apple Pay - /, '')
    .toLowerCase()
    .replaceAll(' ', '-');
  return cardTypes.find((type) => type === code) ?? otherNames[code] ?? null;
}
