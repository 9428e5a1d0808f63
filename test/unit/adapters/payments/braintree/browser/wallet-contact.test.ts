import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { needsContact, subjectFor, toContact } from '#adapters/payments/braintree/browser/wallet-contact.ts';
import { cents } from '#core/rules/basics/money.ts';
import { postalAddress } from '#test/arbitraries/arbitrary-address.ts';
import { runs } from '#test/run-length.ts';

describe('the contact of a wallet', () => {
  test.prop([postalAddress, fc.emailAddress(), fc.boolean()], { numRuns: runs(200) })(
    'is the address in the parts of the shop, whether the wallet tells the parts of the name or not',
    (address, email, tellsNames) => {
      const { firstname, lastname, street, house_number, postal_code, city, country } = address;
      const name = tellsNames ? { firstname, lastname } : { name: ` ${firstname} ${lastname}` };
      const contact = toContact({
        email,
        ...name,
        lines: [`${street} ${house_number}`, ' '],
        postal_code,
        city,
        country: country.toLowerCase(),
      });
      const expected = { ...address, salutation: 'none', company: null, phone: null };
      expect(contact).toEqual({ email, address: expected });
    },
  );

  test('is empty where the wallet says nothing, so that the form asks for it', () => {
    const { email, address } = toContact({ lines: [undefined, 'Am Markt'] });
    expect(email).toBe('');
    expect(address).toMatchObject({
      firstname: '',
      lastname: '',
      house_number: '',
      postal_code: '',
      country: '',
    });
    expect(address.street).toBe('Am Markt');
  });

  test('is what the bank is asked about, with the sum that was approved', () => {
    const request = { amount: cents(7_900), countries: ['AT', 'DE'] };
    const contact = toContact({
      email: 'j@example.org',
      name: 'Johanna Maria Brandt',
      lines: ['Lindengasse 14', 'Werkstatt Brandt'],
      postal_code: '1070',
      city: 'Wien',
      country: 'AT',
    });
    expect(contact.address).toMatchObject({ firstname: 'Johanna Maria', company: 'Werkstatt Brandt' });
    const subject = subjectFor(request, contact);
    expect(subject).toEqual({
      amount: 7_900,
      email: 'j@example.org',
      billing_name: 'Johanna Maria Brandt',
      billing_country: 'AT',
      billing_address: contact.address,
    });
    expect([needsContact(request), needsContact(subject), needsContact(null)]).toEqual([true, false, false]);
  });
});
