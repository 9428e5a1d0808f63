import type { Kysely } from 'kysely';
import type { Database } from '#server/platform/database/schema.ts';

/** A document as it was issued. */
export interface StoredDocument {
  /** Names the document, for example `invoice:<id>`. */
  readonly key: string;
  readonly filename: string;
  readonly content: Buffer;
}

/** Key and owner of a document, which is deleted with its order or declaration. Legal pages have no owner. */
interface DocumentPlace {
  readonly key: string;
  readonly order_id?: string | null;
  readonly declaration_id?: string | null;
}

type NewDocument = Pick<StoredDocument, 'filename' | 'content'>;

/**
 * Returns a document. The first call makes and stores it, so that everybody gets the same bytes from then on
 * (docs/behaviour/orders.md#issued-documents). Of two concurrent calls both get the document that was stored first.
 */
export async function issueDocument(
  db: Kysely<Database>,
  { key, order_id = null, declaration_id = null }: DocumentPlace,
  make: () => Promise<NewDocument>,
): Promise<StoredDocument> {
  const known = await findDocument(db, key);
  if (known !== undefined) return known;
  const { filename, content } = await make();
  await db
    .insertInto('documents')
    .values({ key, order_id, declaration_id, filename, content })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  const stored = await findDocument(db, key);
  if (stored === undefined) throw new Error(`Document ${key} was deleted while it was issued`);
  return stored;
}

/** Finds a stored document; undefined if it was never issued. */
export function findDocument(db: Kysely<Database>, key: string): Promise<StoredDocument | undefined> {
  return db
    .selectFrom('documents')
    .select(['key', 'filename', 'content'])
    .where('key', '=', key)
    .executeTakeFirst();
}
