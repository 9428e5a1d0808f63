import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { type LessonFile, type LessonFileFault, lessonFileEndings } from '#core/model/lesson-file.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { fileName } from '#core/rules/catalogue/record-films.ts';
import { isTrailer } from '#core/rules/catalogue/trailers.ts';
import { readCaptions } from '#core/rules/learning/captions.ts';
import type { StoredMedia } from '#ports/media-storage.ts';
import { isFilmNeeded } from '#server/content/needs-film.ts';
import { draftFilm, undraftFilm } from '#server/content/records/draft-film.ts';
import { findUnnamed } from '#server/content/records/show-films.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { SearchableStorage } from '#server/platform/media/media-library.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { recordOfFilm } from './packaged-films.ts';

interface FileKey {
  /** A lesson's id, or the name of a trailer. */
  readonly film: string;
  readonly ending: LessonFile['ending'];
}

/** Version prefix of uploaded files in the storage. */
const versionPrefix = 'upload-';

/** Returns whether a file was uploaded, as opposed to a file of the content. */
export function isUploaded({ version }: StoredMedia): boolean {
  return version.startsWith(versionPrefix);
}

/**
 * Wraps a storage so that uploaded captions, texts and worksheets replace those of the content folder
 * (docs/behaviour/learning.md#captions-and-worksheets-by-upload). Looks up several files by one query.
 */
export function withLessonFiles(storage: SearchableStorage, db: Kysely<Database>): SearchableStorage {
  const { addressOf } = storage;
  const findAll = async (names: readonly string[], signal?: AbortSignal) => {
    const uploads = await findUploads(db, names);
    return Promise.all(
      names.map((name) => {
        const upload = uploads.get(name);
        if (upload !== undefined) return upload;
        // Other worksheets are not files: the shop draws them.
        return keyOf(name)?.ending.endsWith('pdf') === true ? null : storage.find(name, signal);
      }),
    );
  };
  return {
    findAll,
    find: async (name, signal) => (await findAll([name], signal))[0] ?? null,
    async read(file, range, signal) {
      const key = keyOf(file.name);
      if (key === null || !isUploaded(file)) return storage.read(file, range, signal);
      const length = range.last - range.first + 1;
      const row = await rowOf(db, key)
        .select(sql<Buffer>`substring(content from ${range.first + 1}::int for ${length}::int)`.as('part'))
        .where('digest', '=', file.version.slice(versionPrefix.length))
        .executeTakeFirst();
      return row === undefined ? null : new Blob([new Uint8Array(row.part)]).stream();
    },
    store: (file, signal) => storage.store(file, signal),
    remove: (name, signal) => storage.remove(name, signal),
    ...(addressOf && { addressOf: (name: string, end: number) => addressOf.call(storage, name, end) }),
  };
}

/** Splits a name such as `one-key.de.vtt` into lesson and extension; null for file types that cannot be uploaded. */
function keyOf(name: string): FileKey | null {
  const ending = lessonFileEndings.find((one) => name.endsWith(`.${one}`));
  return ending === undefined ? null : { film: name.slice(0, -ending.length - 1), ending };
}

/** Finds uploaded files by name. */
async function findUploads(
  db: Kysely<Database>,
  names: readonly string[],
): Promise<ReadonlyMap<string, StoredMedia>> {
  const keys = names.map(keyOf).filter((key) => key !== null);
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('lesson_files')
    .select(['lesson_id', 'ending', 'digest', sql<number>`length(content)`.as('size')])
    .where((where) => where.or(keys.map(({ film, ending }) => where.and({ lesson_id: film, ending }))))
    .execute();
  return new Map(
    rows.map(({ lesson_id, ending, digest, size }) => {
      const name = `${lesson_id}.${ending}`;
      return [name, { name, size, version: `${versionPrefix}${digest}` }];
    }),
  );
}

function rowOf(db: Kysely<Database>, { film, ending }: FileKey) {
  return db.selectFrom('lesson_files').where('lesson_id', '=', film).where('ending', '=', ending);
}

/** Whether the draft of its course names an uploaded file; without a draft, the published record. */
const isNamed = sql<boolean>`exists (select from catalogue_records where type = 'course'
  and coalesce(draft, published) -> 'films' ->> name = id::text)`;

/** Lists the uploaded files of a lesson or trailer: shown ones, and those in the draft of its course. */
export async function listLessonFiles(db: Kysely<Database>, film: string): Promise<LessonFile[]> {
  const rows = await db
    .selectFrom('uploaded_lesson_files')
    .select(['name', 'uploaded_at', sql<number>`length(content)`.as('bytes')])
    .select([sql<boolean>`replaced_at is null`.as('is_shown'), isNamed.as('is_drafted')])
    .where(
      'name',
      'in',
      lessonFileEndings.map((ending) => fileName(film, ending)),
    )
    .orderBy('uploaded_at')
    .execute();
  return lessonFileEndings.flatMap((ending) =>
    rows
      .filter((row) => row.name === fileName(film, ending) && (row.is_shown || row.is_drafted))
      .map(({ name, uploaded_at, ...row }) => ({ ...row, ending, uploaded_at: uploaded_at.toISOString() })),
  );
}

/** Returns the uploaded file that will be shown when the draft of its course is published; null for none. */
export async function readDraftedFile(
  db: Kysely<Database>,
  { film, ending }: FileKey,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('uploaded_lesson_files')
    .select('content')
    .where('name', '=', fileName(film, ending))
    .where(isNamed)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Finds those of these files that were uploaded and will be shown when the draft of its course is published. */
export async function findDraftedFiles<Ending extends FileKey['ending']>(
  db: Kysely<Database>,
  film: string,
  endings: readonly Ending[],
): Promise<readonly Ending[]> {
  const rows = await db
    .selectFrom('uploaded_lesson_files')
    .select('name')
    .where(
      'name',
      'in',
      endings.map((ending) => fileName(film, ending)),
    )
    .where(isNamed)
    .execute();
  return endings.filter((ending) => rows.some(({ name }) => name === fileName(film, ending)));
}

/**
 * Validates and stores a file of a lesson or trailer, and adds it to the draft of its course. If its content does not
 * match its extension, changes nothing and returns the faults.
 */
export async function storeLessonFile(
  context: ServerContext,
  { film, ending }: FileKey,
  content: Buffer,
): Promise<Result<readonly LessonFileFault[], DomainFailure>> {
  // A trailer has no worksheet.
  const isPossible = !isTrailer(film) || !ending.endsWith('.pdf');
  const faults = faultsOf(ending, content);
  return inTransaction(context.db, async (trx) => {
    if (!isPossible || !(await isFilmNeeded(trx, film))) return err(domainFailure('NOT_FOUND'));
    if (faults.length > 0) return ok(faults);
    const file = { id: context.ids.uuid(), name: fileName(film, ending) };
    const digest = createHash('sha256').update(content).digest('hex');
    const now = new Date(context.clock.now());
    await trx
      .insertInto('uploaded_lesson_files')
      .values({ ...file, content, digest, uploaded_at: now, replaced_at: now })
      .execute();
    await draftFilm(trx, context, file);
    await recordChange(trx, context, {
      action: 'film.file_stored',
      record: recordOfFilm(film),
      after: { ending, bytes: content.byteLength, digest },
    });
    return ok([]);
  });
}

/** Removes an uploaded file from the draft of its course (`undraftFilm`); `NOT_FOUND`: the draft has none. */
export function removeLessonFile(
  context: ServerContext,
  { film, ending }: FileKey,
): Promise<Result<null, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const removed = await undraftFilm(trx, context, fileName(film, ending));
    if (removed === null) return err(domainFailure('NOT_FOUND'));
    await recordChange(trx, context, {
      action: 'film.file_removed',
      record: recordOfFilm(film),
      before: { ending, file: removed },
    });
    return ok(null);
  });
}

/** Checks the magic bytes, and the end marker of a complete file. */
function pdfFaults(content: Buffer): readonly LessonFileFault[] {
  if (!/^%PDF-[12]\.\d/.test(content.toString('latin1', 0, 8))) return [{ line: null, code: 'not_pdf' }];
  return content.subarray(-1_024).includes('%%EOF') ? [] : [{ line: null, code: 'unfinished_pdf' }];
}

function faultsOf(ending: FileKey['ending'], content: Buffer): readonly LessonFileFault[] {
  if (ending.endsWith('.pdf')) return pdfFaults(content);
  const line = firstUnreadableLine(content);
  if (line !== null) return [{ line, code: 'not_utf8' }];
  const text = content.toString('utf8');
  return ending.endsWith('.vtt') ? readCaptions(text).faults : textFaults(text);
}

/** Maximum characters of a film's description. */
const longestText = 2_000;

function textFaults(text: string): readonly LessonFileFault[] {
  const { length } = text.trim();
  if (length === 0) return [{ line: null, code: 'no_text' }];
  return length > longestText ? [{ line: null, code: 'long_text' }] : [];
}

/** Returns the first line that is not UTF-8, from 1; null if all are. */
function firstUnreadableLine(content: Buffer): number | null {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  for (let from = 0; from < content.length; line += 1) {
    const end = content.indexOf(0x0a, from);
    const to = end === -1 ? content.length : end + 1;
    try {
      if (decoder.decode(content.subarray(from, to)).includes('\u0000')) return line;
    } catch {
      return line;
    }
    from = to;
  }
  return null;
}

/** Removes uploaded files that were replaced over a day ago, unless a record or one of its versions names them. */
export async function removeReplacedFiles({ db, clock }: Pick<ServerContext, 'db' | 'clock'>): Promise<void> {
  const unnamed = await findUnnamed(db, 'uploaded_lesson_files', new Date(clock.now()));
  if (unnamed.length > 0) await db.deleteFrom('uploaded_lesson_files').where('id', 'in', unnamed).execute();
}
