import { type RawBuilder, sql } from 'kysely';

/** SQL conditions: the carts, orders and declarations of one person. */
interface Whose {
  readonly carts: RawBuilder<boolean>;
  readonly orders: RawBuilder<boolean>;
  /** In a query that joins orders and subscriptions. */
  readonly declarations: RawBuilder<boolean>;
}

interface Account {
  readonly id: string;
  /** Null while it is not confirmed: it may be somebody else's. */
  readonly email: string | null;
}

/** What belongs to an account, with declarations about no purchase that name its address. */
export function ofAccount({ id, email }: Account): Whose {
  return {
    carts: sql<boolean>`carts.user_id = ${id}`,
    orders: sql<boolean>`orders.user_id = ${id}`,
    declarations: sql<boolean>`(orders.user_id = ${id} or subscriptions.user_id = ${id}
      or declarations.email = ${email} and declarations.order_id is null and declarations.subscription_id is null)`,
  };
}

/** What has an e-mail address and belongs to no account, or to one that was deleted. */
export function ofGuest(email: string): Whose {
  const orders = sql<boolean>`orders.email = ${email} and ${isNobodys('orders.user_id')}`;
  return {
    carts: sql<boolean>`carts.email = ${email} and carts.user_id is null`,
    orders,
    declarations: sql<boolean>`(${orders} or declarations.email = ${email}
      and declarations.order_id is null and ${isNobodys('subscriptions.user_id')})`,
  };
}

function isNobodys(userId: string) {
  return sql`not exists (select from users where users.id = ${sql.ref(userId)} and users.deleted_at is null)`;
}
