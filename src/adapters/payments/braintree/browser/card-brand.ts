import type { HostedFieldsHostedFieldsCard } from 'braintree-web/hosted-fields';
import type { CardType } from '#core/model/payment.ts';
import { cardTypes } from '#core/model/payment.ts';

/** The provider's names of the card types (specification §5) that are written otherwise than ours. */
const otherNames: Readonly<Record<string, CardType>> = {
  'master-card': 'mastercard',
  'union-pay': 'unionpay',
};

/** A card type by the code or the shown name that the provider gives it, else null. */
export function brandOf(name: string): CardType | null {
  const code = name.toLowerCase().replaceAll(' ', '-');
  return cardTypes.find((type) => type === code) ?? otherNames[code] ?? null;
}

/** The type of the card being typed: null while several are possible, or none. */
export function brandOfInput(cards: readonly Pick<HostedFieldsHostedFieldsCard, 'type'>[]): CardType | null {
  const [only, ...others] = cards;
  return only === undefined || others.length > 0 ? null : brandOf(only.type);
}
