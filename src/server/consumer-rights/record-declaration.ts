import type { Transaction } from 'kysely';
import type { ReceiptMail } from '#core/model/declaration.ts';
import type { Locale } from '#core/model/values.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { mailboxOf } from '#server/platform/mailboxes.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { limitOf, siteOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import type { CancellationDetails, ReceiptDetails, WithdrawalDetails } from './decision.ts';

/** Characters of a reference after its first letter: enough not to be guessed, few enough to read out on the phone. */
const referenceLength = 10;

interface Declared {
  /** As typed. */
  readonly code: string;
  readonly email: string;
  readonly name: string;
}

/** Client address and language of the declarant. */
interface Declarant {
  readonly address: string;
  readonly locale: Locale;
}

export type NewDeclaration = Declared &
  (
    | { readonly kind: 'withdrawal'; readonly details: Omit<WithdrawalDetails, keyof ReceiptDetails> }
    | { readonly kind: 'cancellation'; readonly details: Omit<CancellationDetails, keyof ReceiptDetails> }
  );

export interface RecordedDeclaration {
  readonly reference: string;
  readonly received_at: Date;
  readonly mailed: ReceiptMail;
}

/**
 * Records a withdrawal or cancellation and queues the mail with its receipt
 * (docs/behaviour/consumer-rights.md#declarations-are-always-recorded). Never refuses and never looks up the purchase:
 * the job `decide-declarations` does that later, so that response, response time and receipt reveal nothing about
 * orders. The receipt for a purchase is always mailed (§ 312k (4), § 356a (4) BGB). Above a limit of e-mail or network
 * that job mails it, and sends one collected receipt to an address without a matching purchase. Above the daily limit
 * of a site, the API response is the only receipt without a matching purchase
 * (docs/behaviour/consumer-rights.md#limit-of-declaration-mails).
 */
export async function recordDeclaration(
  context: ServerContext,
  declaration: NewDeclaration,
  { address, locale }: Declarant,
): Promise<RecordedDeclaration> {
  const mailed = await takeMail(context, declaration, address);
  const id = context.ids.uuid();
  const letter = declaration.kind === 'withdrawal' ? 'W' : 'K';
  const reference = `${letter}-${context.ids.code(referenceLength)}`;
  const received_at = new Date(context.clock.now());
  const { kind, code, email, name } = declaration;
  const receipt: ReceiptDetails = {
    is_receipted: mailed === 'at_once',
    ...(mailed === 'purchase_only' ? { is_never_collected: true } : {}),
  };
  const details = { ...declaration.details, ...receipt };
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
    if (receipt.is_receipted) await mailReceipt(trx, context, { id, kind, email, locale });
  });
  return { reference, received_at, mailed };
}

/** Counts a declaration against the limits and returns when its receipt is mailed. */
async function takeMail(context: ServerContext, { email }: Declared, address: string): Promise<ReceiptMail> {
  const ofSite = await takeHit(context.db, context, [limitOf('declaration_site', { site: siteOf(address) })]);
  const atOnce = await takeHit(context.db, context, [
    limitOf('declaration', { mailbox: mailboxOf(email) }),
    limitOf('declaration_network', { network: address }),
  ]);
  if (!ofSite.ok) return 'purchase_only';
  return atOnce.ok ? 'at_once' : 'later';
}

interface Receipted {
  readonly id: string;
  readonly kind: 'withdrawal' | 'cancellation';
  readonly email: string;
  readonly locale: Locale;
}

/** Queues the receipt of one declaration. */
export async function mailReceipt(
  trx: Transaction<Database>,
  context: Pick<ServerContext, 'clock' | 'ids' | 'log'>,
  { id, kind, email, locale }: Receipted,
): Promise<void> {
  await enqueueMail(trx, context, {
    template: `${kind}_receipt`,
    recipient: email,
    locale,
    facts: { declaration_id: id },
    dedupe_key: `${kind}_receipt:${id}`,
  });
}
