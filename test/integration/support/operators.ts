import type { OperatorRole } from '#core/model/operator.ts';
import { startOperatorSession } from '#server/operations/team/operator-sessions.ts';
import { factorSecret } from '#server/operations/team/second-factor.ts';
import { totpCode } from '#server/operations/team/totp.ts';
import { insertRows } from './rows.ts';
import type { TestShop } from './test-shop.ts';

export const operatorPassword = 'vier Birnen im Korb';

export interface TestOperator {
  readonly id: string;
  readonly email: string;
  /** For the option `operator` of `shop.call`. */
  readonly cookie: string;
  /** Returns the current code of the authenticator. */
  code(): string;
}

let operators = 0;

/** Stores an active operator of a role with a session, as if they had been invited and were logged in. */
export async function logInAs(shop: TestShop, role: OperatorRole): Promise<TestOperator> {
  const { context, db } = shop;
  const owner = { id: context.ids.uuid(), factor_salt: context.ids.token(16) };
  const email = `${role}-${++operators}@meisterhand.example`;
  await insertRows(db, 'operators', {
    ...owner,
    email,
    role,
    name: `Test ${role}`,
    state: 'active',
    password_hash: await context.passwords.hash(operatorPassword),
    created_at: new Date(context.clock.now()),
  });
  const caller = { address: '203.0.113.7', device: 'Firefox, Linux' };
  const { headers } = await startOperatorSession(db, context, owner.id, caller);
  return {
    id: owner.id,
    email,
    cookie: cookieOf(headers['Set-Cookie']),
    code: () => totpCode(factorSecret(context, owner), context.clock.now()),
  };
}

/** Logs in an operator of support whose proof of the second factor is too old for refunds. Returns the cookie. */
export async function logInWithOldProof(shop: TestShop): Promise<string> {
  const { cookie } = await logInAs(shop, 'support');
  shop.advance(11 * 60_000);
  return cookie;
}

/** Returns the part of a `Set-Cookie` header that a browser sends back. */
export function cookieOf(header: string | null): string {
  return header?.split(';')[0] ?? '';
}
