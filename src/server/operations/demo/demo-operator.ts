import { factorSecret } from '#server/operations/team/second-factor.ts';
import { base32, totpCode } from '#server/operations/team/totp.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** Credentials for the back office of a demo. */
export interface DemoOperator {
  readonly email: string;
  readonly password: string;
  /** Secret for an authenticator, base32. */
  readonly secret: string;
  /** Code that the authenticator shows now. */
  readonly code: string;
}

const email = 'inhaberin@meisterhand.example';
const password = 'meisterhand-demo';

/**
 * Creates the owner of a demo shop unless the address is taken, and returns the credentials
 * (docs/behaviour/operations.md#demo-operator). Null if the address belongs to a real operator or the password was
 * changed.
 */
export async function ensureDemoOperator(context: ServerContext): Promise<DemoOperator | null> {
  const { clock, db, ids, passwords } = context;
  await db
    .insertInto('operators')
    .values({
      id: ids.uuid(),
      email,
      name: 'Demo',
      role: 'owner',
      state: 'active',
      is_demo: true,
      factor_salt: 'demo',
      password_hash: await passwords.hash(password),
      created_at: new Date(clock.now()),
    })
    .onConflict((conflict) => conflict.column('email').where('state', '!=', 'removed').doNothing())
    .execute();
  const owner = await db
    .selectFrom('operators')
    .select(['id', 'factor_salt', 'password_hash'])
    .where('email', '=', email)
    .where('is_demo', '=', true)
    .where('state', '=', 'active')
    .executeTakeFirst();
  if (owner === undefined || !(await passwords.verify(owner.password_hash, password))) return null;
  const secret = factorSecret(context, owner);
  return { email, password, secret: base32(secret), code: totpCode(secret, clock.now()) };
}
