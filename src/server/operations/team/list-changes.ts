import { type Selectable, sql } from 'kysely';
import type { AuditEntry } from '#core/model/operator.ts';
import type { Locale } from '#core/model/values.ts';
import { addDays, shopTime, startOfDay } from '#core/rules/basics/calendar.ts';
import { allPages, readPage } from '#server/platform/database/list-page.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { type CsvColumns, csvFile, csvLines, type StreamedFile } from '#server/platform/http/csv-file.ts';
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
  readonly 'page[after]'?: string | undefined;
  readonly 'page[size]': number;
}

/** Changes of an export read into memory at a time. */
const page = 1_000;

const columns: CsvColumns<Selectable<Database['audit_log']>> = {
  at: (row) => shopTime(row.happened_at),
  kind: (row) => row.actor_kind,
  actor: (row) => row.actor_name,
  network: (row) => row.network,
  action: (row) => row.action,
  record: (row) => row.record_type,
  id: (row) => row.record_id,
  before: (row) => (row.before === null ? null : JSON.stringify(row.before)),
  after: (row) => (row.after === null ? null : JSON.stringify(row.after)),
};

const newestFirst = { time: 'happened_at', id: 'id', direction: 'desc' } as const;

/** Selects the matching changes, unsorted. */
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

/** Reads one page of the audit log, newest first. */
export async function listChanges(context: Pick<ServerContext, 'db'>, query: ChangeQuery) {
  const wanted = { after: query['page[after]'], size: query['page[size]'] };
  const { rows, next } = await readPage(matching(context, query).selectAll(), newestFirst, wanted);
  return {
    rows: rows.map(({ place: _, happened_at, before, after, ...entry }) => ({
      ...entry,
      happened_at: happened_at.toISOString(),
      before: before as AuditEntry['before'],
      after: after as AuditEntry['after'],
    })),
    next,
  };
}

/** Exports all matching changes as CSV, newest first; values before and after as JSON. */
export async function exportChanges(
  context: Pick<ServerContext, 'db'>,
  query: ChangeFilters,
  locale: Locale,
): Promise<StreamedFile> {
  const found = matching(context, query);
  const { changes } = await found.select(sql<number>`count(*)::int`.as('changes')).executeTakeFirstOrThrow();
  const pages = allPages((after) => readPage(found.selectAll(), newestFirst, { after, size: page }));
  return csvFile('audit.csv', csvLines(columns, pages, locale), changes);
}
