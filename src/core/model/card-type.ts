/** The card types recognised by the card fields. */
export const cardTypes = [
  'visa',
  'mastercard',
  'american-express',
  'diners-club',
  'discover',
  'jcb',
  'unionpay',
  'maestro',
  'elo',
  'mir',
  'hiper',
  'hipercard',
] as const;

export type CardType = (typeof cardTypes)[number];
