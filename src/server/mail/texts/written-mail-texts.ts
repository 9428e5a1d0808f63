import { type Kysely, sql, type Transaction } from 'kysely';
import {
  type EditedMailTexts,
  type ListedMailTexts,
  type MailTextChanges,
  type MailTextFault,
  type WrittenMail,
  writtenMails,
} from '#core/model/mail-text.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { isSameValue } from '#core/rules/catalogue/record-values.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { checkMailTexts, knownChanges, linesOf, realChanges, withChanges } from './mail-text-lines.ts';

const nothing: MailTextChanges = { de: {}, en: {} };

interface StoredTexts {
  readonly mail: string;
  readonly number: number;
  readonly is_published: boolean;
  readonly changes: MailTextChanges;
  readonly saved_at: Date;
}

/** Which texts: the published ones, or the latest drafts. */
type Which = 'published' | 'written';

/** Reads the last version of each mail's texts. */
async function readLast(db: Kysely<Database>, which: Which): Promise<ReadonlyMap<string, StoredTexts>> {
  const { rows } = await sql<StoredTexts>`
    select distinct on (mail) mail, number, is_published, changes, saved_at from mail_text_versions
    where is_published or ${which === 'written'} order by mail, number desc`.execute(db);
  return new Map(rows.map((row) => [row.mail, row]));
}

/** Reads the texts of the files with the changes of operators. */
export async function readMailTexts(
  db: Kysely<Database>,
  texts: MailTexts,
  which: Which = 'published',
): Promise<MailTexts> {
  const last = [...(await readLast(db, which))].map(([mail, { changes }]) => [mail, changes] as const);
  return withChanges(texts, new Map(last));
}

/** Lists every mail, in file order. */
export async function listWrittenMails(db: Kysely<Database>): Promise<readonly ListedMailTexts[]> {
  const [written, published] = [await readLast(db, 'written'), await readLast(db, 'published')];
  return writtenMails.map((id) => ({
    id,
    state: stateOf(written.get(id), published.get(id)),
    changed_at: written.get(id)?.saved_at.toISOString() ?? null,
  }));
}

function stateOf(
  written: StoredTexts | undefined,
  published: StoredTexts | undefined,
): ListedMailTexts['state'] {
  const [shown, typed] = [published?.changes ?? nothing, written?.changes ?? nothing];
  if (!isSameValue(shown, typed)) return 'draft';
  return isSameValue(shown, nothing) ? 'file' : 'changed';
}

/** Maximum versions returned for a mail. */
const shownVersions = 30;

/** Returns all texts of a mail with their changes and versions. */
export async function readWrittenMail(
  db: Kysely<Database>,
  texts: MailTexts,
  mail: WrittenMail,
): Promise<EditedMailTexts> {
  const { rows } = await sql<StoredTexts & { readonly saved_by: string | null }>`
    select mail, number, is_published, changes, saved_at, actor_name as saved_by
    from mail_text_versions left join audit_log on audit_log.id = change_id
    where mail = ${mail} order by number desc limit ${shownVersions}`.execute(db);
  const [last] = rows;
  const published = (await readLast(db, 'published')).get(mail);
  const lines = linesOf(texts, mail);
  const changes = knownChanges(lines, last?.changes ?? nothing);
  return {
    id: mail,
    version: last?.number ?? 0,
    state: stateOf(last, published),
    changed_at: last?.saved_at.toISOString() ?? null,
    lines,
    changes,
    faults: checkMailTexts(lines, changes),
    versions: rows.map(({ mail: _, saved_at, changes: saved, ...version }) => ({
      ...version,
      changes: knownChanges(lines, saved),
      saved_at: saved_at.toISOString(),
    })),
  };
}

/** Arbitrary key, unique among the shop's advisory locks. */
const mailTextLock = 7_281_954_037;

interface Edit {
  readonly mail: WrittenMail;
  /** The version that the operator read; 0: none. */
  readonly version: number;
  readonly changes: MailTextChanges;
  readonly publishes: boolean;
}

/**
 * Saves an operator's changes as a draft, or publishes them (docs/behaviour/mail.md#texts-of-mails). Returns faults and
 * saves nothing if there are any. Empty changes restore the file's texts. If two operators edit the same version, the
 * second save fails (`RECORD_CHANGED`).
 */
export async function saveMailTexts(
  context: ServerContext,
  texts: MailTexts,
  { mail, version, changes: typed, publishes }: Edit,
): Promise<Result<readonly MailTextFault[], DomainFailure>> {
  const lines = linesOf(texts, mail);
  const faults = checkMailTexts(lines, typed);
  if (faults.length > 0) return ok(faults);
  const changes = realChanges(lines, typed);
  return inTransaction(context.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(${mailTextLock})`.execute(trx);
    const last = (await readLast(trx, 'written')).get(mail);
    const before = last?.changes ?? nothing;
    const isNews = !isSameValue(before, changes) || (publishes && last?.is_published === false);
    // Also covers a retry after a lost response.
    if (!isNews) return ok([]);
    if ((last?.number ?? 0) !== version) return err(domainFailure('RECORD_CHANGED'));
    await store(trx, context, { mail, version, changes, publishes }, before);
    return ok([]);
  });
}

async function store(
  trx: Transaction<Database>,
  context: ServerContext,
  { mail, version, changes, publishes }: Edit,
  before: MailTextChanges,
): Promise<void> {
  const change_id = await recordChange(trx, context, {
    action: publishes ? 'mail_texts.published' : 'mail_texts.draft_saved',
    record: { type: 'mail_texts', id: mail },
    before: { ...before },
    after: { ...changes },
  });
  await trx
    .insertInto('mail_text_versions')
    .values({
      ...{ mail, change_id, number: version + 1, is_published: publishes },
      changes: JSON.stringify(changes),
      saved_at: new Date(context.clock.now()),
    })
    .execute();
}
