import { type CardType, cardTypes } from '#core/model/card-type.ts';

/** Braintree's names of card types that differ from the shop's by more than case and spaces. */
const otherNames: Readonly<Record<string, CardType>> = {
  'master-card': 'mastercard',
  'union-pay': 'unionpay',
  'china-unionpay': 'unionpay',
  'uk-maestro': 'maestro',
};

/** A card type by Braintree's code (`master-card`) or shown name (`Apple Pay - Visa`); null for any other. */
export function brandOf(name: string): CardType | null {
  const code = name
    .replace(/^Apple Pay - /, '')
    .toLowerCase()
    .replaceAll(' ', '-');
  return cardTypes.find((type) => type === code) ?? otherNames[code] ?? null;
}
