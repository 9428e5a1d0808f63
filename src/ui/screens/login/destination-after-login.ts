import type { Locale } from '#core/model/values.ts';
import type { AddressQuery } from '#core/rules/attribution.ts';
import { localePath, safeReturnTo } from '#core/rules/navigation.ts';

/**
 * Where a login leads: from the cart to the page that goes on to the checkout (specification §2), else back to
 * `returnTo` if that is an address of this site, else to the learner's courses.
 */
export function destinationAfterLogin(locale: Locale, query: AddressQuery): string {
  if (query.get('ref') === 'cart') return `${localePath(locale, '/')}?ref=cart&status=authenticated`;
  return safeReturnTo(query.get('returnTo')) ?? localePath(locale, '/profil/master');
}
