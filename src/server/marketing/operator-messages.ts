import { type Kysely, sql } from 'kysely';
import type { ContactMessage } from '#api/operations/correspondence-endpoints.ts';
import { plainCode } from '#core/model/typed-text.ts';
import { readHistory, recordChange } from '#server/platform/audit-log.ts';
import {
  containsPattern,
  type ListPage,
  type ListPageRequest,
  readPage,
} from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

interface WantedMessages extends ListPageRequest {
  readonly q?: string | undefined;
  readonly state: 'open' | 'all';
}

/** Finds messages of the contact form: open ones the oldest first, all the newest first. */
export async function listMessages(
  db: Kysely<Database>,
  { q = '', state, after, size }: WantedMessages,
): Promise<ListPage<ContactMessage>> {
  const direction = state === 'open' ? 'asc' : 'desc';
  const order = { time: 'received_at', id: 'id', direction } as const;
  const found = db
    .selectFrom('contact_messages')
    .selectAll()
    .$if(state === 'open', (query) => query.where('handled_at', 'is', null))
    .$if(q !== '', (query) =>
      query.where(sql<boolean>`lower(email || ' ' || name || ' ' || message) like ${containsPattern(q)}`),
    );
  const { rows, next } = await readPage(found, order, { after, size });
  return { rows: rows.map((row) => toMessage(row, null)), next };
}

type MessageRow = Omit<ContactMessage, 'received_at' | 'handled_at' | 'order_id' | 'history'> & {
  readonly received_at: Date;
  readonly handled_at: Date | null;
};

function toMessage(row: MessageRow, orderId: string | null): ContactMessage {
  const { id, topic, name, email, message, order_code, locale, received_at, handled_at } = row;
  return {
    id,
    topic,
    name,
    email,
    message,
    order_code,
    order_id: orderId,
    locale,
    received_at: received_at.toISOString(),
    handled_at: handled_at === null ? null : handled_at.toISOString(),
    history: [],
  };
}

/** Loads a message with the order that it names; null when there is no such message. */
export async function readMessage(db: Kysely<Database>, id: string): Promise<ContactMessage | null> {
  const row = await db.selectFrom('contact_messages').selectAll().where('id', '=', id).executeTakeFirst();
  if (row === undefined) return null;
  const order = await db
    .selectFrom('orders')
    .select('id')
    .where('code', '=', plainCode(row.order_code ?? ''))
    .executeTakeFirst();
  const history = await readHistory(db, { type: 'messages', id });
  return { ...toMessage(row, order?.id ?? null), history };
}

/** Marks a message as handled or open; false when there is none. Marking it twice is one change. */
export function noteMessage(context: ServerContext, id: string, isHandled: boolean): Promise<boolean> {
  return inTransaction(context.db, async (trx) => {
    const row = await trx
      .selectFrom('contact_messages')
      .select('handled_at')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    if (row === undefined) return false;
    if ((row.handled_at !== null) === isHandled) return true;
    await trx
      .updateTable('contact_messages')
      .set({ handled_at: isHandled ? new Date(context.clock.now()) : null })
      .where('id', '=', id)
      .execute();
    await recordChange(trx, context, {
      action: isHandled ? 'message.handled' : 'message.reopened',
      record: { type: 'messages', id },
    });
    return true;
  });
}
