import type { Locale } from '#core/model/values.ts';
import type { AddressQuery } from '#core/rules/attribution.ts';
import { localePath, safeReturnTo } from '#core/rules/navigation.ts';

/** Where a login leads (docs/behaviour/accounts-and-sessions.md#where-a-login-leads). */
export function destinationAfterLogin(locale: Locale, query: AddressQuery): string {
  if (query.get('ref') === 'cart') return `${localePath(locale, '/')}?ref=cart&status=authenticated`;
  return safeReturnTo(query.get('returnTo')) ?? localePath(locale, '/profil/master');
}
