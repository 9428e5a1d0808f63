import type { Locale } from '#core/model/values.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import { takeHit } from '#server/rate-limits.ts';
import type { ServerContext } from '#server/server-context.ts';
import type { CancellationDetails, WithdrawalDetails } from './decision.ts';

/** Length of a reference after its letter: nobody guesses one, and it can be read out. */
const referenceLength = 10;

interface Declared {
  /** As typed. */
  readonly code: string;
  readonly email: string;
  readonly name: string;
}

/** Who declares, from where and in which language. */
interface Declarant {
  readonly address: string;
  readonly locale: Locale;
}

export type NewDeclaration = Declared &
  (
    | { readonly kind: 'withdrawal'; readonly details: Omit<WithdrawalDetails, 'is_receipted'> }
    | { readonly kind: 'cancellation'; readonly details: Omit<CancellationDetails, 'is_receipted'> }
  );

export interface RecordedDeclaration {
  readonly reference: string;
  readonly received_at: Date;
}

/**
 * Records a withdrawal or cancellation and has its receipt mailed
 * (docs/behaviour/consumer-rights.md#declarations-are-always-recorded). It is never refused, and never looked at
 * here: whether it is about a known order or subscription is found out by the job `decide-declarations`, so that
 * answer, time and receipt tell nobody. The receipt always goes (§ 312k (4), § 356a (4) BGB); past a limit
 * by address or e-mail only the mails about the outcome are left out.
 */
export async function recordDeclaration(
  context: ServerContext,
  declaration: NewDeclaration,
  { address, locale }: Declarant,
): Promise<RecordedDeclaration> {
  const allowed = await takeHit(context.db, context, [
    { key: ['declaration', declaration.email], hits: 10, minutes: 60 },
    { key: ['declaration-address', address], hits: 60, minutes: 60 },
  ]);
  const id = context.ids.uuid();
  const letter = declaration.kind === 'withdrawal' ? 'W' : 'K';
  const reference = `${letter}-${context.ids.code(referenceLength)}`;
  const received_at = new Date(context.clock.now());
  const { kind, code, email, name } = declaration;
  const details = { ...declaration.details, is_receipted: allowed.ok };
  await inTransaction(context.db, async (trx) => {
    await trx
      .insertInto('declarations')
      .values({
        id,
        kind,
        reference,
        declared_code: code,
        email,
        name,
        details: JSON.stringify(details),
        locale,
        received_at,
        order_id: null,
        subscription_id: null,
        state: 'received',
      })
      .execute();
    await enqueueMail(trx, context, {
      template: `${kind}_receipt`,
      recipient: email,
      locale,
      facts: { declaration_id: id },
      dedupe_key: `${kind}_receipt:${id}`,
    });
  });
  return { reference, received_at };
}
