import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { needsContact, subjectFor, toContact } from '#adapters/payments/braintree/browser/wallet-contact.ts';
import { cents } from '#core/rules/basics/money.ts';
import { postalAddress } from '#test/arbitraries/arbitrary-address.ts';
import { runs } from '#test/run-length.ts';

describe('the contact of a wallet', () => {
  test.prop([postalAddress, fc.emailAddress(), fc.boolean()], { numRuns: runs(200) })(
    'has the address fields of the shop, whether the wallet splits the name or not',
    (address, email, splitsName) => {
      const { firstname, lastname, street, house_number, postal_code, city, country } = address;
      const name = splitsName ? { firstname, lastname } : { name: ` ${firstname} ${lastname}` };
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

  test('is empty where the wallet returns nothing, so that the form asks for it', () => {
    const empty = { firstname: '', lastname: '', house_number: '', postal_code: '', country: '' };
    expect(toContact({ lines: [undefined, 'Am Markt'] })).toMatchObject({
      email: '',
      address: { ...empty, street: 'Am Markt' },
    });
  });

  test('becomes the subject of 3-D Secure, with the approved amount', () => {
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
