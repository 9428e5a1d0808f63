import { createHash, createHmac } from 'node:crypto';
import { type Selectable, sql, type Transaction } from 'kysely';
import { plainCode } from '#core/model/typed-text.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { checkLimits, countHit, limitOf } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { mailAccessChanged } from './access-mail.ts';
import { base32, otpauthUri, totpStep } from './totp.ts';

/** The operator of an authenticator, and the salt from which its secret is derived. */
export type FactorOwner = Pick<Selectable<Database['operators']>, 'id' | 'factor_salt'>;

/**
 * Derives the secret of an operator's authenticator. It is not stored, so that a copy of the database does not contain
 * it; another `TOKEN_SECRET` invalidates it.
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

/** Returns the secret of an authenticator for typing and for a QR code. */
export function shownFactor(context: Pick<ServerContext, 'settings'>, owner: FactorOwner, email: string) {
  const secret = factorSecret(context, owner);
  const issuer = new URL(context.settings.siteUrl).hostname;
  return { secret: base32(secret), otpauth_uri: otpauthUri(secret, { issuer, email }) };
}

/** Recovery codes: 80 random bits each, so that their hashes need no salt. */
const codeCount = 10;
const codeLength = 16;

/** Generates recovery codes, in groups of four characters, and their hashes. */
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
 * Replaces all recovery codes of an operator. They are returned only here. `UNAUTHENTICATED`: the operator was removed
 * or reset since the call began.
 */
export function renewRecoveryCodes(
  context: ServerContext,
  operatorId: string,
  locale: Locale,
): Promise<Result<readonly string[], DomainFailure>> {
  const { codes, hashes } = makeRecoveryCodes(context);
  return inTransaction(context.db, async (trx) => {
    const renewed = await trx
      .updateTable('operators')
      .set({ recovery_hashes: hashes })
      .where('id', '=', operatorId)
      .where('state', '=', 'active')
      .returning('email')
      .executeTakeFirst();
    if (renewed === undefined) return err(domainFailure('UNAUTHENTICATED'));
    await recordChange(trx, context, {
      action: 'operator.codes_renewed',
      record: { type: 'operators', id: operatorId },
    });
    await mailAccessChanged(trx, context, { ...renewed, locale }, 'codes');
    return ok(codes);
  });
}

/** Counts the unused recovery codes of an operator. */
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
 * Verifies a code of the authenticator, or a recovery code; each works once. Ten wrong codes block the authenticator
 * for a quarter of an hour, but never the recovery codes, so that somebody who knows the password cannot lock the
 * operator out. Wrong codes are counted in `trx`, which must not be rolled back because of them.
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
