import type { PostalAddress } from '#core/rules/address.ts';
import type { Locale } from '#core/rules/locale.ts';

/** An address as the lines of a letter; the country in the language of the letter. */
export function addressLines(address: PostalAddress, locale: Locale): readonly string[] {
  return [
    ...(address.company === null ? [] : [address.company]),
    `${address.firstname} ${address.lastname}`,
    `${address.street} ${address.house_number}`,
    `${address.postal_code} ${address.city}`,
    new Intl.DisplayNames([locale], { type: 'region' }).of(address.country) ?? address.country,
  ];
}
