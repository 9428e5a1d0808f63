import { type Kysely, sql } from 'kysely';
import type { ProductKind } from '#core/model/product.ts';
import { subscriptionStatuses } from '#core/model/subscription.ts';
import type { CalendarDay } from '#core/model/values.ts';
import { addDays, calendarDay } from '#core/rules/basics/calendar.ts';
import {
  type ContentFacts,
  type ContentHold,
  contentHold,
  legalProfiles,
  mustRecordUse,
  withdrawalEnd,
} from '#core/rules/consumer-rights/consumer-rights.ts';
import { givesAccess } from '#core/rules/subscriptions/subscription-terms.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** States of a membership or subscription in which all courses are open. */
export const openStatuses = subscriptionStatuses.filter(givesAccess);

/** A purchase or gift that gives a user access to a course, with its order line. */
interface Source {
  /** True for the course itself, false for a membership or subscription. */
  readonly is_own: boolean;
  /** Null if nobody bought it; its use need not be recorded then. */
  readonly order_line_id: string | null;
  readonly gift_code_id: string | null;
  readonly order_id: string | null;
  /** The buyer's account; with a gift not the user. */
  readonly buyer_id: string | null;
  readonly kind: ProductKind;
  readonly is_shipped: boolean;
  readonly completed_at: Date;
  readonly confirmed_at: Date | null;
  readonly waiver_accepted_at: Date | null;
  readonly code_waiver_accepted_at: Date | null;
  readonly early_start_requested_at: Date | null;
  readonly opened_at: Date | null;
  readonly last_used_at: Date | null;
}

/** A purchase whose content is not available yet. */
export interface HeldContent {
  readonly reason: ContentHold;
  readonly order_id: string;
  /** False when somebody else bought it: the buyer of a gift. */
  readonly is_buyer: boolean;
  /** The day on which it is available in any case; null when only the confirmation is missing. */
  readonly opens_on: CalendarDay | null;
}

/** Access of a user to the paid lessons of a course. */
export type ContentAccess =
  /** `unnoted`: sources whose use must be recorded before a file is sent. */
  | { readonly state: 'open'; readonly unnoted: readonly Source[] }
  | { readonly state: 'held'; readonly held: HeldContent }
  | { readonly state: 'refused' };

interface Wanted {
  readonly userId: string;
  readonly courseId: string;
}

/**
 * Decides whether a user gets the paid lessons of a course, by the record of use
 * (docs/behaviour/consumer-rights.md#record-of-use): as its owner, else by a running membership or subscription. One
 * query.
 */
export async function contentAccess(
  db: Kysely<Database>,
  { clock }: Pick<ServerContext, 'clock'>,
  wanted: Wanted,
): Promise<ContentAccess> {
  const today = calendarDay(clock.now());
  const sources = await findSources(db, wanted);
  // The user's own courses come first; a membership or subscription counts only if none of them gives access.
  for (const isOwn of [true, false]) {
    const open = sources.filter((source) => source.is_own === isOwn && holdOf(source, today) === null);
    if (open.length > 0) {
      const unnoted = open.filter((source) => source.order_line_id !== null && isToNote(source, today));
      return { state: 'open', unnoted };
    }
  }
  const [first] = sources;
  const reason = first === undefined ? null : holdOf(first, today);
  if (first === undefined || reason === null) return { state: 'refused' };
  return { state: 'held', held: toHeld(first, reason, wanted.userId) };
}

function isToNote(source: Source, today: CalendarDay): boolean {
  const { kind, opened_at, last_used_at } = source;
  const use = {
    opened_at: opened_at?.getTime() ?? null,
    last_used_at: last_used_at?.getTime() ?? null,
  };
  return mustRecordUse({ kind, waived_at: waivedAt(source, kind) }, use, today);
}

/**
 * Records, before a file of a paid lesson is sent, the first use of each order line that gives access, and the first
 * one of each day where `mustRecordUse` requires it. False when the access was lost in the meantime: the order is
 * locked, so that a use and a withdrawal run one after the other.
 */
export async function recordContentUse(
  db: Kysely<Database>,
  context: Pick<ServerContext, 'clock'>,
  { lessonId, ...wanted }: Wanted & { readonly lessonId: string },
  unnoted: readonly Source[],
): Promise<boolean> {
  if (unnoted.length === 0) return true;
  const orders = unnoted.flatMap(({ order_id }) => order_id ?? []).toSorted();
  const outcome = await inTransaction(db, async (trx) => {
    await trx.selectFrom('orders').select('id').where('id', 'in', orders).orderBy('id').forShare().execute();
    const now = await contentAccess(trx, context, wanted);
    if (now.state !== 'open') return false;
    if (now.unnoted.some(({ order_id }) => order_id !== null && !orders.includes(order_id)))
      return now.unnoted;
    await noteUse(trx, now.unnoted, lessonId, new Date(context.clock.now()));
    return true;
  });
  // Another purchase gives access now; its order has to be locked first.
  return typeof outcome === 'boolean'
    ? outcome
    : recordContentUse(db, context, { lessonId, ...wanted }, outcome);
}

/** A row that another request has recorded in the meantime keeps its first use. */
async function noteUse(
  trx: Kysely<Database>,
  used: readonly Source[],
  lessonId: string,
  at: Date,
): Promise<void> {
  await sql`
    update digital_contents content
    set opened_at = coalesce(content.opened_at, ${at}),
      opened_lesson_id = coalesce(content.opened_lesson_id, ${lessonId}),
      last_used_at = case when content.opened_at is not null then ${at}::timestamptz end
    from unnest(
      ${used.map((one) => one.order_line_id)}::uuid[], ${used.map((one) => one.gift_code_id)}::uuid[],
      ${used.map((one) => one.opened_at !== null)}::boolean[]
    ) as used (order_line_id, gift_code_id, is_again)
    where content.order_line_id = used.order_line_id
      and content.gift_code_id is not distinct from used.gift_code_id
      and (content.opened_at is null or used.is_again)
  `.execute(trx);
}

async function findSources(db: Kysely<Database>, { userId, courseId }: Wanted): Promise<readonly Source[]> {
  const { rows } = await sql<Source>`
    with sources as (
      select true as is_own, order_id, gift_code_id, course_id as product_id from entitlements
      where user_id = ${userId} and course_id = ${courseId} and revoked_at is null
      union all
      select false, order_id, gift_code_id, product_id from subscriptions
      where user_id = ${userId} and status = any(${openStatuses})
    )
    select sources.is_own, content.order_line_id, content.gift_code_id, content.opened_at, content.last_used_at,
      line.kind, line.is_shipped, orders.id as order_id, orders.user_id as buyer_id, orders.completed_at, orders.confirmed_at,
      orders.waiver_accepted_at, orders.code_waiver_accepted_at, orders.early_start_requested_at
    from sources
    left join order_lines bought on sources.gift_code_id is null
      and bought.order_id = sources.order_id and bought.product_id = sources.product_id
    left join digital_contents content on content.gift_code_id = sources.gift_code_id
      or (content.order_line_id = bought.id and content.gift_code_id is null)
    left join order_lines line on line.id = content.order_line_id
    left join orders on orders.id = line.order_id
    order by sources.is_own desc, orders.completed_at desc
  `.execute(db);
  return rows;
}

function factsOf(source: Source, today: CalendarDay): ContentFacts {
  return {
    kind: source.kind,
    is_shipped: source.is_shipped,
    today,
    contract_on: calendarDay(source.completed_at.getTime()),
    waived_at: waivedAt(source, source.kind),
    early_start_requested_at: source.early_start_requested_at?.getTime() ?? null,
    confirmed_at: source.confirmed_at?.getTime() ?? null,
  };
}

function holdOf(source: Source, today: CalendarDay): ContentHold | null {
  return source.order_line_id === null ? null : contentHold(factsOf(source, today));
}

function toHeld(source: Source, reason: ContentHold, userId: string): HeldContent {
  const contract_on = calendarDay(source.completed_at.getTime());
  const last =
    withdrawalEnd({ kind: source.kind, is_shipped: false, contract_on, delivered_on: contract_on }) ??
    contract_on;
  return {
    reason,
    order_id: source.order_id ?? '',
    is_buyer: source.buyer_id === userId,
    opens_on: reason === 'CONFIRMATION' ? null : addDays(last, 1),
  };
}

/**
 * Returns when the buyer agreed to lose the right of withdrawal for this kind; courses and codes have separate
 * consents.
 */
export function waivedAt(
  order: Pick<Source, 'waiver_accepted_at' | 'code_waiver_accepted_at'>,
  kind: ProductKind,
): number | null {
  const isCode = legalProfiles[kind].withdrawal.waiver_key === 'code';
  return (isCode ? order.code_waiver_accepted_at : order.waiver_accepted_at)?.getTime() ?? null;
}
