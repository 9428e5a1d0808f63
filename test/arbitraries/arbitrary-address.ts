import fc from 'fast-check';
import type { BillingContact, PostalAddress, SavedAddress } from '#core/model/address.ts';
import { salutations } from '#core/model/salutation.ts';

const word = fc.stringMatching(/^[A-ZÄÖÜ][a-zäöüß]{1,12}(-[A-Z][a-z]{1,8})?$/);

/** Generates a country with a postal code. The shop delivers to DE, AT and CH, but not to NL and GB. */
const place = fc.oneof(
  fc.record({ country: fc.constant('DE'), postal_code: fc.stringMatching(/^[0-9]{5}$/) }),
  fc.record({ country: fc.constantFrom('AT', 'CH'), postal_code: fc.stringMatching(/^[0-9]{4}$/) }),
  fc.constantFrom({ country: 'NL', postal_code: '1012 AB' }, { country: 'GB', postal_code: 'SW1A 1AA' }),
);

const fields = {
  salutation: fc.constantFrom(...salutations),
  firstname: word,
  lastname: word,
  company: fc.option(word),
  street: word,
  house_number: fc.stringMatching(/^[1-9][0-9]{0,2}[a-c]?$/),
  city: word,
  phone: fc.option(fc.stringMatching(/^\+49 [0-9]{6,11}$/)),
};

/** Generates an address. Its postal code has the format of the country. */
export const postalAddress: fc.Arbitrary<PostalAddress> = fc
  .tuple(fc.record(fields), place)
  .map(([person, where]) => ({ ...person, ...where }));

/** Generates name and country of a buyer without an address. */
export const billingContact: fc.Arbitrary<BillingContact> = postalAddress.map(
  ({ firstname, lastname, country }) => ({ firstname, lastname, country }),
);

export const savedAddress: fc.Arbitrary<SavedAddress> = fc
  .record({
    address: postalAddress,
    id: fc.uuid(),
    is_default_shipping: fc.boolean(),
    is_default_billing: fc.boolean(),
  })
  .map(({ address, ...rest }) => ({ ...address, ...rest }));
