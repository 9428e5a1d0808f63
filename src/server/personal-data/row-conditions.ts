import { type RawBuilder, sql } from 'kysely';

/**
 * SQL conditions for the carts, orders and declarations of one person. Rows that are found in several ways are a union,
 * because no index serves an `or` over several tables.
 */
interface RowConditions {
  readonly carts: RawBuilder<boolean>;
  readonly orders: RawBuilder<boolean>;
  readonly declarations: RawBuilder<boolean>;
}

interface Account {
  readonly id: string;
  /** Null while it is not confirmed: it may be somebody else's. */
  readonly email: string | null;
}

/** Conditions for the rows of an account, including declarations without a purchase that contain its address. */
export function rowsOfAccount({ id, email }: Account): RowConditions {
  return {
    carts: sql<boolean>`carts.user_id = ${id}`,
    orders: sql<boolean>`orders.user_id = ${id}`,
    declarations: sql<boolean>`declarations.id in (
      select declarations.id from declarations join orders on orders.id = declarations.order_id
        where orders.user_id = ${id}
      union all
      select declarations.id from declarations
        join subscriptions on subscriptions.id = declarations.subscription_id where subscriptions.user_id = ${id}
      union all
      select id from declarations where email = ${email} and order_id is null and subscription_id is null)`,
  };
}

/** Conditions for rows with an e-mail address that belong to no account, or to a deleted one. */
export function rowsOfGuest(email: string): RowConditions {
  const orders = sql<boolean>`orders.email = ${email} and ${isNobodys('orders.user_id')}`;
  return {
    carts: sql<boolean>`carts.email = ${email} and carts.user_id is null`,
    orders,
    declarations: sql<boolean>`declarations.id in (
      select declarations.id from declarations join orders on orders.id = declarations.order_id
        where ${orders}
      union all
      select declarations.id from declarations
        left join subscriptions on subscriptions.id = declarations.subscription_id
        where declarations.email = ${email} and declarations.order_id is null
          and ${isNobodys('subscriptions.user_id')})`,
  };
}

/** Condition on `outbox` for the mails to an address; uses the expression of its index. */
export function wasMailedTo(email: string): RawBuilder<boolean> {
  return sql<boolean>`lower(outbox.recipient) = lower(${email}::text)`;
}

function isNobodys(userId: string) {
  return sql`not exists (select from users where users.id = ${sql.ref(userId)} and users.deleted_at is null)`;
}
