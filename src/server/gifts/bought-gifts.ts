import { type Kysely, sql, type Transaction } from 'kysely';
import type { BoughtGiftResource } from '#api/gifts/gift-endpoints.ts';
import type { GiftChange } from '#core/model/gift.ts';
import type { GiftDelivery } from '#core/model/gift-choice.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { defaultLocale, isLocale } from '#core/rules/basics/locale.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { giftState, stepsOf } from '#core/rules/gifts/gift-states.ts';
import { giftDay, giftTime, validateGift } from '#core/rules/orders/delivery.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import { isLeased } from '#server/platform/outbox/mail-lease.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

type Needs = Pick<ServerContext, 'db' | 'clock' | 'ids' | 'log' | 'actor'>;

/** Most gifts of a list; the newest come first. */
const mostGifts = 100;

/** Whose gifts: of one order, or of all orders of a user. */
type Whose = { readonly orderId: string } | { readonly userId: string };

/** Lists bought gifts and vouchers as their buyer sees them (docs/behaviour/gifts.md#states-of-a-gift). */
export async function listBoughtGifts(db: Kysely<Database>, whose: Whose): Promise<BoughtGiftResource[]> {
  const rows = await selectBoughtGifts(db, whose)
    .orderBy('orders.created_at', 'desc')
    .orderBy('order_lines.position')
    .orderBy('gift_codes.id')
    .limit(mostGifts)
    .execute();
  return rows.map(toResource);
}

function selectBoughtGifts(db: Kysely<Database>, whose: Whose) {
  return db
    .selectFrom('gift_codes')
    .innerJoin('order_lines', 'order_lines.id', 'gift_codes.order_line_id')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .leftJoin('outbox', (join) =>
      join.on('outbox.dedupe_key', '=', sql<string>`'gift_delivery:' || gift_codes.id`),
    )
    .select([
      'gift_codes.id',
      'gift_codes.delivery',
      'gift_codes.deliver_on',
      'gift_codes.recipient_name',
      'gift_codes.recipient_email',
      'gift_codes.opened_at',
      'gift_codes.redeemed_at',
      'gift_codes.revoked_at',
      'order_lines.title',
      'order_lines.picture',
      'orders.id as order_id',
      'orders.code as order_code',
      'orders.locale',
      'outbox.sent_at',
      'outbox.id as mail_id',
    ])
    .$if('orderId' in whose, (query) =>
      query.where('orders.id', '=', 'orderId' in whose ? whose.orderId : ''),
    )
    .$if('userId' in whose, (query) =>
      query.where('orders.user_id', '=', 'userId' in whose ? whose.userId : ''),
    );
}

type BoughtRow = Awaited<ReturnType<ReturnType<typeof selectBoughtGifts>['executeTakeFirstOrThrow']>>;

function stateOf(row: BoughtRow) {
  return giftState({
    delivery: row.delivery as GiftDelivery,
    isSent: row.sent_at !== null,
    isOpened: row.opened_at !== null,
    isRedeemed: row.redeemed_at !== null,
    isTakenBack: row.revoked_at !== null,
  });
}

function toResource(row: BoughtRow): BoughtGiftResource {
  return {
    type: 'gifts',
    id: row.id,
    attributes: {
      order_id: row.order_id,
      order_code: row.order_code,
      title: row.title,
      picture: row.picture,
      recipient_name: row.recipient_name,
      recipient_email: row.recipient_email,
      delivery: row.delivery as GiftDelivery,
      deliver_on: row.deliver_on,
      state: stateOf(row),
      sent_at: row.sent_at?.toISOString() ?? null,
      opened_at: row.opened_at?.toISOString() ?? null,
      redeemed_at: row.redeemed_at?.toISOString() ?? null,
    },
  };
}

/**
 * Changes the delivery of a gift if its state allows it (`stepsOf`); else, or while its mail is being sent,
 * `GIFT_CLOSED`. `TOO_MANY_ATTEMPTS` when the buyer has had it mailed again too often. The caller has checked that the
 * buyer or an operator requests the change. With the `copyId` of an earlier `send_again` it changes nothing.
 */
export function changeBoughtGift(
  context: Needs,
  { orderId, giftId }: { readonly orderId: string; readonly giftId: string },
  change: GiftChange,
  copyId: string = context.ids.uuid(),
): Promise<Result<BoughtGiftResource[], DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    await trx.selectFrom('gift_codes').select('id').where('id', '=', giftId).forUpdate().execute();
    const mail = await trx
      .selectFrom('outbox')
      .select(['sent_at', 'failed_at', 'attempts', 'last_error', 'due_at'])
      .where('dedupe_key', '=', `gift_delivery:${giftId}`)
      .forUpdate()
      .executeTakeFirst();
    const gift = await selectBoughtGifts(trx, { orderId })
      .where('gift_codes.id', '=', giftId)
      .executeTakeFirst();
    if (gift === undefined) return err({ code: 'NOT_FOUND' });
    const copyKey = `gift_again:${giftId}:${copyId}`;
    const copied = await trx
      .selectFrom('outbox')
      .select('id')
      .where('dedupe_key', '=', copyKey)
      .executeTakeFirst();
    if (copied !== undefined) return ok(await listBoughtGifts(trx, { orderId }));
    const isBeingSent = mail !== undefined && isLeased(mail, context.clock.now());
    if (isBeingSent || !stepsOf(gift.delivery as GiftDelivery, stateOf(gift)).includes(change.step))
      return err(domainFailure('GIFT_CLOSED'));
    const refusal = await carryOut(trx, context, gift, change, copyKey);
    if (refusal === null && context.actor !== undefined)
      await recordChange(trx, context, {
        action: `gift.${change.step}`,
        record: { type: 'orders', id: orderId },
        after: { code: giftId },
      });
    return refusal === null ? ok(await listBoughtGifts(trx, { orderId })) : err(refusal);
  });
}

async function carryOut(
  trx: Transaction<Database>,
  context: Needs,
  gift: BoughtRow,
  change: GiftChange,
  copyKey: string,
): Promise<DomainFailure | null> {
  if (change.step === 'send_again') {
    const allowed =
      context.actor === undefined
        ? await takeHit(trx, context, [limitOf('gift_again', { number: gift.id })])
        : ok(null);
    if (!allowed.ok) return allowed.error;
    await enqueueMail(trx, context, {
      template: 'gift_delivery',
      recipient: gift.recipient_email ?? '',
      locale: isLocale(gift.locale) ? gift.locale : defaultLocale,
      facts: { gift_code_id: gift.id },
      dedupe_key: copyKey,
    });
    return null;
  }
  if (change.step === 'keep') {
    await trx.deleteFrom('outbox').where('id', '=', gift.mail_id).execute();
    await trx
      .updateTable('gift_codes')
      .set({ delivery: 'buyer', deliver_on: null })
      .where('id', '=', gift.id)
      .execute();
    return null;
  }
  return plan(trx, context, gift, change);
}

/** Sets another day or address for the mail of a gift, unless it was sent already. */
async function plan(
  trx: Transaction<Database>,
  { clock }: Needs,
  gift: BoughtRow,
  { recipient_email, deliver_on }: Extract<GiftChange, { step: 'plan' }>,
): Promise<DomainFailure | null> {
  const today = calendarDay(clock.now());
  const properties = { delivery: 'email', recipient_email, deliver_on: deliver_on ?? undefined } as const;
  const refusal = validateGift('gift', properties, today);
  if (refusal !== null) return domainFailure(refusal, { pointer: '/deliver_on' });
  const day = giftDay(properties, today);
  const mail = await trx
    .updateTable('outbox')
    .set({
      recipient: recipient_email,
      due_at: new Date(day === null ? clock.now() : giftTime(day)),
      attempts: 0,
      failed_at: null,
      last_error: null,
      // A mail that was given up has lost this with its personal data.
      facts: JSON.stringify({ gift_code_id: gift.id }),
      personal_data_deleted_at: null,
    })
    .where('id', '=', gift.mail_id)
    .where('sent_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (mail === undefined) return domainFailure('GIFT_CLOSED');
  await trx
    .updateTable('gift_codes')
    .set({ recipient_email, deliver_on: day })
    .where('id', '=', gift.id)
    .execute();
  return null;
}
