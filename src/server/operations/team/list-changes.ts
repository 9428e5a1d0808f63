import type { AuditEntry } from '#core/model/operator.ts';
import type { Locale } from '#core/model/values.ts';
import { addDays, startOfDay } from '#core/rules/basics/calendar.ts';
import { type CsvFormat, csvFormats, csvLine } from '#core/rules/basics/csv.ts';
import { cutPage, isBehind, listPlace } from '#server/platform/database/list-page.ts';
import { csvFile, type WrittenFile } from '#server/platform/http/csv-file.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

interface ChangeFilters {
  readonly 'filter[record_type]'?: string | undefined;
  readonly 'filter[record_id]'?: string | undefined;
  readonly 'filter[actor]'?: string | undefined;
  readonly 'filter[action]'?: string | undefined;
  /** First and last day. */
  readonly 'filter[from]'?: string | undefined;
  readonly 'filter[until]'?: string | undefined;
}

interface ChangeQuery extends ChangeFilters {
  readonly 'page[number]': number;
  readonly 'page[size]': number;
}

/** Changes of an export in memory at once. */
const page = 1_000;

const columns = ['at', 'kind', 'actor', 'network', 'action', 'record', 'id', 'before', 'after'];

const newestFirst = { time: 'happened_at', id: 'id', direction: 'desc' } as const;

/** The changes that match, without order. */
function matching({ db }: Pick<ServerContext, 'db'>, query: ChangeFilters) {
  let found = db.selectFrom('audit_log');
  const equal = [
    ['record_type', query['filter[record_type]']],
    ['record_id', query['filter[record_id]']],
    ['actor_name', query['filter[actor]']],
    ['action', query['filter[action]']],
  ] as const;
  for (const [column, value] of equal) if (value !== undefined) found = found.where(column, '=', value);
  const { 'filter[from]': from, 'filter[until]': until } = query;
  if (from !== undefined) found = found.where('happened_at', '>=', new Date(startOfDay(from)));
  if (until !== undefined) found = found.where('happened_at', '<', new Date(startOfDay(addDays(until, 1))));
  return found;
}

/** One page of the audit log, the newest first. */
export async function listChanges(context: Pick<ServerContext, 'db'>, query: ChangeQuery) {
  const found = matching(context, query);
  const rows = await found
    .selectAll()
    .orderBy('happened_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query['page[size]'])
    .offset((query['page[number]'] - 1) * query['page[size]'])
    .execute();
  const { total } = await found
    .select((where) => where.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    total: Number(total),
    items: rows.map(({ id, happened_at, before, after, ...entry }) => ({
      type: 'changes' as const,
      id,
      attributes: {
        ...entry,
        happened_at: happened_at.toISOString(),
        before: before as AuditEntry['before'],
        after: after as AuditEntry['after'],
      },
    })),
  };
}

/** All changes that match, the newest first, as CSV; times in UTC, values before and after as JSON. */
export function exportChanges(
  context: Pick<ServerContext, 'db'>,
  query: ChangeFilters,
  locale: Locale,
): Promise<WrittenFile> {
  return csvFile('audit.csv', writeChanges(context, query, csvFormats[locale]));
}

async function* writeChanges(
  context: Pick<ServerContext, 'db'>,
  query: ChangeFilters,
  format: CsvFormat,
): AsyncGenerator<string> {
  yield csvLine(columns, format);
  let after: string | undefined;
  do {
    const found = await matching(context, query)
      .selectAll()
      .select(listPlace('happened_at').as('place'))
      .$if(after !== undefined, (behind) => behind.where(isBehind(newestFirst, after ?? '')))
      .orderBy('happened_at', 'desc')
      .orderBy('id', 'desc')
      .limit(page + 1)
      .execute();
    const { rows, next } = cutPage(found, page);
    for (const row of rows)
      yield csvLine(
        [
          row.happened_at.toISOString(),
          row.actor_kind,
          row.actor_name,
          row.network,
          row.action,
          row.record_type,
          row.record_id,
          row.before === null ? null : JSON.stringify(row.before),
          row.after === null ? null : JSON.stringify(row.after),
        ],
        format,
      );
    after = next ?? undefined;
  } while (after !== undefined);
}
