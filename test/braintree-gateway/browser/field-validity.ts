import cardValidator from 'card-validator';

export const fieldNames = ['cardholderName', 'number', 'expirationDate', 'cvv'] as const;

export type FieldName = (typeof fieldNames)[number];

export interface FieldState {
  readonly isEmpty: boolean;
  readonly isFocused: boolean;
  readonly isValid: boolean;
  readonly isPotentiallyValid: boolean;
}

/** What one frame holds, for its siblings to read. */
export interface Held {
  readonly field: FieldName;
  readonly value: string;
  readonly state: FieldState;
}

/** The validity of a field's text; the security code depends on the number's type. */
export function validate(field: FieldName, value: string, number: string): Omit<FieldState, 'isFocused'> {
  const { isValid, isPotentiallyValid } = verdict(field, value, number);
  return { isEmpty: value === '', isValid, isPotentiallyValid };
}

function verdict(field: FieldName, value: string, number: string) {
  switch (field) {
    case 'cardholderName':
      return cardValidator.cardholderName(value);
    case 'number':
      return cardValidator.number(value);
    case 'expirationDate':
      return cardValidator.expirationDate(value);
    case 'cvv':
      return cardValidator.cvv(value, cardValidator.number(number).card?.code.size ?? [3, 4]);
  }
}

/** Groups digits as they stand on cards. */
export function formatField(field: FieldName, value: string): string {
  if (field === 'cardholderName') return value;
  const digits = value.replace(/[^\d/]/g, '');
  if (field === 'cvv') return digits.replace('/', '').slice(0, 4);
  if (field === 'expirationDate') {
    const [month = '', year] = digits.includes('/')
      ? digits.split('/')
      : [digits.slice(0, 2), digits.slice(2)];
    return year === undefined || (year === '' && !digits.includes('/'))
      ? month
      : `${month} / ${year.slice(0, 4)}`;
  }
  const gaps = cardValidator.number(digits).card?.gaps ?? [4, 8, 12];
  return [...digits.replace('/', '').slice(0, 19)]
    .map((digit, index) => (gaps.includes(index) ? ` ${digit}` : digit))
    .join('');
}
