import { createHash, createHmac } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import { plainCode } from '#core/model/typed-text.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { checkLimits, countHit, limitOf } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { base32, otpauthUri, totpStep } from './totp.ts';

/** Whose authenticator it is, and what its secret is derived from. */
export type FactorOwner = Pick<Selectable<Database['operators']>, 'id' | 'factor_salt'>;

/**
 * The secret of an operator's authenticator. It is derived, not stored, so that a copy of the database does not contain
 * it; another `TOKEN_SECRET` ends it.
 */
export function factorSecret(
  { settings }: Pick<ServerContext, 'settings'>,
  { id, factor_salt }: FactorOwner,
): Uint8Array {
  return createHmac('sha256', settings.tokenSecret)
    .update(`operator-factor:${id}:${factor_salt}`)
    .digest()
    .subarray(0, 20);
}

/** The secret of an authenticator for typing, and for a QR code. */
export function shownFactor(context: Pick<ServerContext, 'settings'>, owner: FactorOwner, email: string) {
  const secret = factorSecret(context, owner);
  const issuer = new URL(context.settings.siteUrl).hostname;
  return { secret: base32(secret), otpauth_uri: otpauthUri(secret, { issuer, email }) };
}

/** Recovery codes: 80 random bits each, so that their hashes need no salt. */
const codeCount = 10;
const codeLength = 16;

/** New recovery codes, in groups of four, and what is stored of them. */
export function makeRecoveryCodes({ ids }: Pick<ServerContext, 'ids'>): {
  readonly codes: readonly string[];
  readonly hashes: Buffer[];
} {
  const codes = Array.from({ length: codeCount }, () => ids.code(codeLength));
  return {
    codes: codes.map((code) => (code.match(/.{4}/g) ?? []).join('-')),
    hashes: codes.map(hashRecoveryCode),
  };
}

/**
 * Gives an operator new recovery codes in place of all earlier ones. They are returned here and never again.
 * `UNAUTHENTICATED`: the operator was removed or reset since the call began.
 */
export function renewRecoveryCodes(
  context: ServerContext,
  operatorId: string,
): Promise<Result<readonly string[], DomainFailure>> {
  const { codes, hashes } = makeRecoveryCodes(context);
  return inTransaction(context.db, async (trx) => {
    const renewed = await trx
      .updateTable('operators')
      .set({ recovery_hashes: hashes })
      .where('id', '=', operatorId)
      .where('state', '=', 'active')
      .returning('id')
      .executeTakeFirst();
    if (renewed === undefined) return err(domainFailure('UNAUTHENTICATED'));
    await recordChange(trx, context, {
      action: 'operator.codes_renewed',
      record: { type: 'operators', id: operatorId },
    });
    return ok(codes);
  });
}

/** How many recovery codes an operator has left. */
export async function countRecoveryCodes(
  { db }: Pick<ServerContext, 'db'>,
  operatorId: string,
): Promise<number> {
  const { left } = await db
    .selectFrom('operators')
    .select(sql<number>`cardinality(recovery_hashes)`.as('left'))
    .where('id', '=', operatorId)
    .executeTakeFirstOrThrow();
  return left;
}

function hashRecoveryCode(typed: string): Buffer {
  return createHash('sha256').update(plainCode(typed)).digest();
}

/**
 * Uses a code of the authenticator, or a recovery code: each is good once. Ten wrong codes of the authenticator stop it
 * for a quarter of an hour, never the recovery codes, so that somebody who has the password locks nobody out. A wrong
 * code is counted in the transaction, which must not be rolled back for it.
 */
export async function useSecondFactor(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'settings'>,
  owner: FactorOwner,
  typed: string,
): Promise<Result<null, DomainFailure>> {
  const code = plainCode(typed);
  const wrong = err(domainFailure('WRONG_CODE', { pointer: '/code' }));
  if (!/^\d{6}$/.test(code)) {
    const hash = hashRecoveryCode(code);
    const used = await trx
      .updateTable('operators')
      .set({ recovery_hashes: sql`array_remove(recovery_hashes, ${hash})` })
      .where('id', '=', owner.id)
      .where(sql<boolean>`${hash} = any(recovery_hashes)`)
      .returning('id')
      .executeTakeFirst();
    return used === undefined ? wrong : ok(null);
  }
  const limit = limitOf('operator_factor', { account: owner.id });
  const allowed = await checkLimits(trx, context, [limit]);
  if (!allowed.ok) return allowed;
  const step = totpStep(factorSecret(context, owner), code, context.clock.now());
  const used =
    step === null
      ? undefined
      : await trx
          .updateTable('operators')
          .set({ factor_step: step })
          .where('id', '=', owner.id)
          .where('factor_step', '<', step)
          .returning('id')
          .executeTakeFirst();
  if (used !== undefined) return ok(null);
  await countHit(trx, context, [limit]);
  return wrong;
}
