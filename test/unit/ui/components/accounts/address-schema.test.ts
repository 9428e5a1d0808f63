import { describe, expect, test } from 'vitest';
import {
  guestContactForm,
  guestForm,
  hasTypedAddress,
  learnerContactForm,
  learnerForm,
  toAddressForm,
  toBillingContact,
  toPostalAddress,
} from '#ui/components/accounts/address-schema.ts';

const address = {
  salutation: 'none',
  firstname: 'Johanna',
  lastname: 'Brandt',
  company: '',
  street: 'Lindenstraße',
  house_number: '14',
  postal_code: '04107',
  city: 'Leipzig',
  country: 'DE',
  phone: '',
} as const;

function faultsOf(change: Partial<Record<keyof typeof address, string>>, email = 'a@example.org') {
  const result = guestForm.safeParse({ email, address: { ...address, ...change } });
  return result.success ? [] : [...new Set(result.error.issues.map((issue) => issue.path.join('.')))];
}

describe('the address form', () => {
  test('accepts a whole address', () => {
    expect(faultsOf({})).toEqual([]);
  });

  test('names every field that is missing, and the postal code together with them', () => {
    expect(faultsOf({ firstname: ' ', city: '', postal_code: '1' }, '').sort()).toEqual([
      'address.city',
      'address.firstname',
      'address.postal_code',
      'email',
    ]);
  });

  test('checks the postal code by country', () => {
    expect(faultsOf({ country: 'AT' })).toEqual(['address.postal_code']);
    expect(faultsOf({ country: 'AT', postal_code: '1010' })).toEqual([]);
  });

  test('asks for name, country and e-mail only where no address is needed, whatever else was typed', () => {
    const bare = { ...address, street: '', house_number: ' ', postal_code: '1', city: '' };
    const faults = (changed: object) =>
      guestContactForm.safeParse({ email: 'a@example.org', address: changed }).error;
    expect(faults(bare)).toBeUndefined();
    expect(faults({ ...bare, lastname: ' ' })?.issues.map(({ path }) => path)).toEqual([
      ['address', 'lastname'],
    ]);
    expect(learnerContactForm.safeParse({ email: '', address: bare }).success).toBe(true);
    expect(toBillingContact(address)).toEqual({ firstname: 'Johanna', lastname: 'Brandt', country: 'DE' });
  });

  test('knows whether an address was typed', () => {
    const bare = { ...address, street: '', house_number: ' ', postal_code: '', city: '' };
    expect(hasTypedAddress(bare)).toBe(false);
    for (const part of ['company', 'street', 'house_number', 'postal_code', 'city'] as const)
      expect(hasTypedAddress({ ...bare, [part]: 'x' })).toBe(true);
  });

  test('asks a learner for no e-mail', () => {
    expect(learnerForm.safeParse({ email: '', address }).success).toBe(true);
  });

  test('is sent with null instead of empty texts, and read back unchanged', () => {
    const postal = toPostalAddress(address);
    expect(postal.company).toBeNull();
    expect(postal.phone).toBeNull();
    expect(toAddressForm(postal, 'AT')).toEqual(address);
  });
});
