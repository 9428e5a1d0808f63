import type { HostedFieldsBillingAddress } from 'braintree-web/hosted-fields';
import type { ThreeDSecureBillingAddress } from 'braintree-web/three-d-secure';
import type { VerificationSubject } from '#core/rules/payment.ts';

/** The bank reads at most so many characters of a name or a line. */
const longest = 50;

function partsOf({ billing_name, billing_country, billing_address }: VerificationSubject) {
  const names = billing_name.trim().split(/\s+/);
  const { firstname, lastname, street, house_number, postal_code, city } = billing_address ?? {};
  const cut = (text: string | undefined) => text?.slice(0, longest);
  return {
    first: cut(firstname ?? names.slice(0, -1).join(' ')),
    last: cut(lastname ?? names.at(-1)),
    line: cut(street === undefined ? undefined : `${street} ${house_number}`),
    postalCode: postal_code,
    locality: cut(city),
    countryCodeAlpha2: billing_country,
  };
}

/** The invoice address as it is kept with the card. */
export function addressOfCard(subject: VerificationSubject): HostedFieldsBillingAddress {
  const { first, last, line, ...rest } = partsOf(subject);
  return withoutGaps({ ...rest, firstName: first, lastName: last, streetAddress: line });
}

/** The invoice address as the bank is told it: the more it knows, the less it asks. */
export function addressForBank(subject: VerificationSubject): ThreeDSecureBillingAddress {
  const { first, last, line, ...rest } = partsOf(subject);
  const phoneNumber = subject.billing_address?.phone?.replace(/\D/g, '');
  return withoutGaps({ ...rest, givenName: first, surname: last, streetAddress: line, phoneNumber });
}

/** Empty texts and missing ones are faults to the provider. */
function withoutGaps<Fields extends Record<string, string | undefined>>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text)) as Fields;
}
