import type { CardType } from 'meisterhand/model';

/** The brands that the card fields recognise: all that the shop knows. */
export const cardBrands = [
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
] as const satisfies readonly CardType[];
