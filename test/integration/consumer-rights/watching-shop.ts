import type { Transaction } from 'kysely';
import { endpoints } from '#api/endpoints.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { decideDeclarations } from '#server/consumer-rights/decide-declarations.ts';
import { mediaRoutes } from '#server/learning/films/media-routes.ts';
import { deliverMail } from '#server/mail/outbox.ts';
import { lockOrder } from '#server/orders/lock-order.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { mediaSignature } from '#server/platform/media/media-signature.ts';
import { untilBlocked } from '#test/integration/support/database.ts';
import { changeRows } from '#test/integration/support/rows.ts';
import type { Shopper } from '#test/integration/support/shoppers.ts';
import { openTestShop } from '#test/integration/support/test-shop.ts';
import { createMemoryMailer } from '#test/support/memory-mailer.ts';

/** A paid lesson of `products.course`. */
export const paid = 'schumann-das-gewicht-des-arms';

/** Opens a shop whose customers watch what they bought, and withdraw. */
export async function openWatchingShop() {
  const shop = await openTestShop();
  const { db, context } = shop;
  const mailer = createMemoryMailer();
  const sendMails = () => deliverMail(context, { mailer, texts: apiTexts.mails });

  const media = mediaRoutes(context, apiTexts.mails);
  const get = (address: string, headers: Record<string, string> = {}) =>
    media.request(address.replace(/^\/media/, ''), { headers });

  const lessonsOf = (courseId: string | null) =>
    db
      .selectFrom('lessons')
      .select('id')
      .where('is_free', '=', false)
      .where('is_active', '=', true)
      .$if(courseId !== null, (query) => query.where('course_id', '=', courseId ?? ''))
      .execute();

  const readLesson = async (shopper: Shopper, id: string) => {
    const { value, codes } = await shop.call(endpoints.getLesson, { bearer: shopper.access, params: { id } });
    return value?.data.attributes ?? codes;
  };

  /** Requests a film with a signed address, also when the lesson would not show it. Returns the status. */
  async function fetchFilm({ access }: Shopper, lesson: string): Promise<number> {
    const { sid } = JSON.parse(Buffer.from(access.split('.')[1] ?? '', 'base64url').toString());
    const file = { name: lesson, ending: 'webm', sessionId: sid };
    const signed = mediaSignature(context.settings.tokenSecret, file, context.clock.now());
    const response = await get(`/media/${lesson}.webm?${signed}`, { Range: 'bytes=0-9' });
    await response.body?.cancel();
    return response.status;
  }

  /** Requests every paid film of a course, or of all courses. Returns how many were delivered. */
  async function fetchAll(shopper: Shopper, courseId: string | null): Promise<number> {
    let count = 0;
    for (const { id } of await lessonsOf(courseId)) if ((await fetchFilm(shopper, id)) === 206) count += 1;
    return count;
  }

  /** Declares a withdrawal with number and e-mail, without a login. Returns the cents that are refunded by card. */
  async function withdraw(code: string, email: string, lines?: readonly string[]): Promise<number> {
    const body = {
      code,
      email,
      name: 'Jemand',
      ...(lines === undefined ? {} : { lines: lines.map((id) => ({ id })) }),
    };
    const declared = await shop.call(endpoints.declareWithdrawal, { body });
    if (declared.value === null) throw new Error(declared.text);
    await decideDeclarations(context);
    const refunds = await db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.id', 'refunds.order_id')
      .select('refunds.amount_cents')
      .where('orders.code', '=', code)
      .execute();
    return refunds.reduce((sum, refund) => sum + refund.amount_cents, 0);
  }

  /** Requests the film while an order is locked, and runs `change` once the request waits. Returns its status. */
  async function fetchDuring(
    shopper: Shopper,
    orderId: string,
    change: (trx: Transaction<Database>) => unknown,
  ) {
    const { fetched } = await inTransaction(db, async (trx) => {
      await lockOrder(trx, orderId);
      const waiting = fetchFilm(shopper, paid);
      await Promise.race([waiting, untilBlocked(db)]);
      await change(trx);
      return { fetched: waiting };
    });
    return fetched;
  }

  const revoke = (trx: Transaction<Database>, orderId: string) =>
    changeRows(trx, 'entitlements', { order_id: orderId }, { revoked_at: new Date(context.clock.now()) });

  /** Returns the first use of each digital content of an order, with the lesson. */
  const usesOf = (orderId: string) =>
    db
      .selectFrom('digital_contents')
      .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
      .select(['opened_at', 'opened_lesson_id'])
      .where('order_id', '=', orderId)
      .execute();

  return {
    ...{ shop, mailer, sendMails, get, readLesson, fetchFilm, fetchAll, withdraw },
    ...{ fetchDuring, revoke, usesOf },
  };
}
