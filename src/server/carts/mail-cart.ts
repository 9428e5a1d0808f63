import type { Locale } from '#core/model/values.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { SharedProduct } from '#core/rules/shared-cart.ts';
import { sharedProducts } from '#core/rules/shared-cart.ts';
import type { Caller } from '#server/caller.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { DomainFailure } from '#server/domain-failure.ts';
import { domainFailure } from '#server/domain-failure.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { takeHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';

interface CartMail {
  readonly email: string;
  readonly products: readonly SharedProduct[];
}

const minutesOfDay = 24 * 60;

/**
 * Mails a link that offers these products again (docs/behaviour/cart.md#shared-cart). Anybody may enter any address:
 * the mail holds nothing that the caller has typed, and an address gets few of them.
 */
export async function mailCart(
  context: ServerContext,
  { email, products }: CartMail,
  { address, locale }: { readonly address: Caller['address']; readonly locale: Locale },
): Promise<Result<null, DomainFailure>> {
  const allowed = await takeHit(context.db, context, [
    { key: ['cart-mail', email], hits: 3, minutes: minutesOfDay },
    { key: ['cart-mail-address', address], hits: 10, minutes: 60 },
  ]);
  if (!allowed.ok) return allowed;
  const wanted = sharedProducts(products);
  const sold = await context.db
    .selectFrom('products')
    .select('id')
    .where(
      'id',
      'in',
      wanted.map(({ product_id }) => product_id),
    )
    .where('is_active', '=', true)
    .execute();
  const known = wanted.filter(({ product_id }) => sold.some(({ id }) => id === product_id));
  if (known.length === 0) return err(domainFailure('CART_EMPTY'));
  await inTransaction(context.db, (trx) =>
    enqueueMail(trx, context, {
      template: 'cart_link',
      recipient: email,
      locale,
      facts: { products: known },
      dedupe_key: `cart_link:${context.ids.uuid()}`,
    }),
  );
  return ok(null);
}
