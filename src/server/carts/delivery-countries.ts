import type { Kysely } from 'kysely';
import { defaultDeliveryCountries } from '#core/rules/delivery.ts';
import type { Database } from '#server/database/schema.ts';
import type { ServerContext } from '#server/server-context.ts';

/**
 * Countries to which goods are shipped: the operator's setting, else those of `content/shop.yaml`
 * (docs/behaviour/cart.md#delivery-countries).
 */
export async function readDeliveryCountries(
  db: Kysely<Database>,
  { deliveryCountries }: Pick<ServerContext['settings'], 'deliveryCountries'>,
): Promise<readonly string[]> {
  if (deliveryCountries !== null) return deliveryCountries;
  const row = await db.selectFrom('contents').select('value').where('key', '=', 'shop').executeTakeFirst();
  const stored = row?.value as { de?: { delivery_countries?: readonly string[] } } | undefined;
  return stored?.de?.delivery_countries ?? defaultDeliveryCountries;
}
