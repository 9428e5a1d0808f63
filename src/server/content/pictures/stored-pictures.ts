import { createHash } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { PictureCut, UploadedPicture } from '#core/model/picture.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { shownArea } from '#core/rules/catalogue/picture-cut.ts';
import { recordChange } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { FindPhoto } from '#server/platform/media/render-picture.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { readUpload } from './read-upload.ts';

/** Minimum width of the visible area in pixels; below it, the crop would look blurred. */
const leastShownWidth = 300;

interface Upload {
  readonly fileName: string;
  readonly cut: PictureCut;
}

/**
 * Stores an uploaded picture (docs/behaviour/catalogue.md#uploaded-pictures). The same file with the same crop is one
 * picture, however often it is sent. The shop does not change until a record uses it.
 */
export async function storePicture(
  context: ServerContext,
  { fileName, cut }: Upload,
  bytes: Buffer,
): Promise<Result<UploadedPicture, DomainFailure>> {
  const read = await readUpload(bytes, fileName);
  if (!read.ok) return err(domainFailure(read.error));
  const { content, width, height } = read.value;
  if (isBlurred({ width, height }, cut)) return err(domainFailure('PICTURE_TOO_SMALL'));
  const hash = createHash('sha256').update(content).digest('hex');
  return inTransaction(context.db, async (trx) => {
    await trx
      .insertInto('picture_files')
      .values({ hash, content, width, height })
      .onConflict((conflict) => conflict.column('hash').doNothing())
      .execute();
    return ok(await storeCut(trx, context, { hash, width, height, cut, told: { file_name: fileName } }));
  });
}

/** Stores another crop of an uploaded picture as a new picture; records that use the old crop do not change. */
export async function cutPicture(
  context: ServerContext,
  name: string,
  cut: PictureCut,
): Promise<Result<UploadedPicture, DomainFailure>> {
  return inTransaction(context.db, async (trx) => {
    const file = await trx
      .selectFrom('pictures')
      .innerJoin('picture_files', 'picture_files.hash', 'pictures.hash')
      .select(['pictures.hash', 'width', 'height'])
      .where('name', '=', name)
      .forShare()
      .executeTakeFirst();
    if (file === undefined) return err(domainFailure('NOT_FOUND'));
    if (isBlurred(file, cut)) return err(domainFailure('PICTURE_TOO_SMALL'));
    return ok(await storeCut(trx, context, { ...file, cut, told: { cut_of: name } }));
  });
}

function isBlurred(size: { readonly width: number; readonly height: number }, cut: PictureCut): boolean {
  return shownArea(size, cut).width < leastShownWidth;
}

interface NewCut {
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly cut: PictureCut;
  /** Origin for the audit log: the file name, or the picture it is a crop of. */
  readonly told: Readonly<Record<string, string>>;
}

async function storeCut(
  trx: Transaction<Database>,
  context: ServerContext,
  { hash, width, height, cut, told }: NewCut,
): Promise<UploadedPicture> {
  const { shape, crop, focus } = cut;
  const name = nameOf(hash, cut);
  const uploaded = new Date(context.clock.now());
  await trx
    .insertInto('pictures')
    .values({
      name,
      hash,
      shape,
      crop: JSON.stringify(crop),
      focus: JSON.stringify(focus),
      uploaded_at: uploaded,
      checked_at: uploaded,
    })
    // Restarts the waiting time of the job that removes unused pictures.
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ uploaded_at: uploaded, checked_at: uploaded }),
    )
    .execute();
  await recordChange(trx, context, {
    action: 'picture.stored',
    record: { type: 'pictures', id: name },
    after: { ...told, shape, crop, focus },
  });
  return { id: name, shape, crop, focus, width, height, uploaded_at: uploaded.toISOString() };
}

function nameOf(hash: string, { shape, crop, focus }: PictureCut): string {
  const { left, top, right, bottom } = crop;
  const facts = [hash, shape, left, top, right, bottom, focus.x, focus.y].join(' ');
  return `bild-${createHash('sha256').update(facts).digest('hex').slice(0, 16)}`;
}

interface PictureFile extends UploadedPicture {
  /** WebP. */
  readonly content: Buffer;
}

/** Returns an uploaded picture with its file; null if the name is unknown. */
export async function readPicture(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  name: string,
): Promise<PictureFile | null> {
  const row = await db
    .selectFrom('pictures')
    .innerJoin('picture_files', 'picture_files.hash', 'pictures.hash')
    .select(['name', 'shape', 'crop', 'focus', 'uploaded_at', 'content', 'width', 'height'])
    .where('name', '=', name)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { content, width, height } = row;
  const { shape, crop, focus } = row as unknown as PictureCut;
  return { id: name, shape, crop, focus, width, height, uploaded_at: row.uploaded_at.toISOString(), content };
}

/** Finds uploaded pictures for rendering. A file is read only if the requested version is not cached. */
export function uploadedPictures(db: Kysely<Database>): FindPhoto {
  return async (name) => {
    if (!/^bild-[0-9a-f]{16}$/.test(name)) return null;
    const known = await db.selectFrom('pictures').select('name').where('name', '=', name).executeTakeFirst();
    if (known === undefined) return null;
    return {
      fingerprint: name.slice('bild-'.length),
      async read() {
        const picture = await readPicture(db, name);
        if (picture === null) throw new Error(`The picture ${name} was removed while it was rendered`);
        return { content: picture.content, area: shownArea(picture, picture) };
      },
    };
  };
}

/** Returns the cropped picture at full size, as WebP. */
export async function shownPicture(
  db: Pick<Kysely<Database>, 'selectFrom'>,
  name: string,
): Promise<Buffer | null> {
  const picture = await readPicture(db, name);
  if (picture === null) return null;
  const { default: sharp } = await import('sharp');
  return sharp(picture.content)
    .extract(shownArea(picture, picture))
    .webp({ quality: 92, effort: 3 })
    .toBuffer();
}

/** Width in pixels of the uncropped picture in the back office. */
const wholeWidth = 1_200;

/** Returns the uncropped picture, for choosing another crop; null if the name is unknown. */
export async function wholePicture(db: Kysely<Database>, name: string): Promise<Buffer | null> {
  const picture = await readPicture(db, name);
  if (picture === null) return null;
  const { default: sharp } = await import('sharp');
  return sharp(picture.content).resize({ width: wholeWidth, withoutEnlargement: true }).webp().toBuffer();
}
