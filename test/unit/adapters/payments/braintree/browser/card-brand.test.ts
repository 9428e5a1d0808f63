import cardValidator from 'card-validator';
import { describe, expect, test } from 'vitest';
import { brandOfInput } from '#adapters/payments/braintree/browser/mounted-fields.ts';
import { brandOf } from '#adapters/payments/braintree/card-brands.ts';
import { cardTypes } from '#core/model/card-type.ts';

/**
 * The provider's list of card types, which its fields use. The cast is needed because the types of the
 * package differ.
 */
const { default: typesOf } = cardValidator.creditCardType as unknown as {
  readonly default: (number: string) => { readonly type: string }[];
};

describe('card types of the provider', () => {
  test('are the twelve of the shop, under the provider’s names', () => {
    const known = typesOf('').map(({ type }) => brandOf(type));
    expect(known.filter((brand) => brand !== null).toSorted()).toEqual([...cardTypes].toSorted());
  });

  test.each([
    ['MasterCard', 'mastercard'],
    ['master-card', 'mastercard'],
    ['American Express', 'american-express'],
    ['UnionPay', 'unionpay'],
    ['Union Pay', 'unionpay'],
    ['Apple Pay - Visa', 'visa'],
    ['China UnionPay', 'unionpay'],
    ['UK Maestro', 'maestro'],
    ['JCB', 'jcb'],
    ['Diners Club', 'diners-club'],
    ['Unknown', null],
    ['', null],
  ])('%s is %s', (name, brand) => {
    expect(brandOf(name)).toBe(brand);
  });

  test('are unknown while several are possible', () => {
    expect(brandOfInput([])).toBeNull();
    expect(brandOfInput([{ type: 'visa' }, { type: 'maestro' }])).toBeNull();
    expect(brandOfInput([{ type: 'visa' }])).toBe('visa');
  });
});
