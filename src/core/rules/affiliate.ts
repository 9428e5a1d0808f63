import type { CartItem } from '#core/model/cart.ts';
import type { AddressQuery } from './address-query.ts';
import { queryValue } from './address-query.ts';
import type { ProvisionLink } from './provision-link.ts';
import { pointsTo, provisionTarget } from './provision-link.ts';

/** Key of the affiliate code in session storage (specification §3). */
export const affiliateKey = 'aff';

/** The affiliate a visitor came by: `?aff=CODE` (decisions §6), or null. */
export function affiliateOf(query: AddressQuery): string | null {
  return queryValue(query, 'aff');
}

/**
 * The `affiliate_code` to send with a cart: the session's `aff` wins; else the id of a valid provision link when the
 * cart holds what it points to; else null (decisions §6).
 */
export function affiliateCode(
  sessionCode: string | null,
  link: ProvisionLink | null,
  products: readonly CartItem[],
): string | null {
  const code = sessionCode?.trim() ?? '';
  if (code !== '') return code;
  if (link === null) return null;
  return products.some((item) => pointsTo(link, provisionTarget(item))) ? link.id : null;
}
