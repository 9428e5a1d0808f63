import type { Kysely } from 'kysely';
import type { MailMessage } from '#ports/mailer.ts';
import type { Database } from '#server/platform/database/schema.ts';
import {
  findDocument,
  issueDocument,
  type StoredDocument,
} from '#server/platform/documents/stored-documents.ts';
import { letterKey } from '#server/platform/outbox/mail-templates.ts';

/** The outbox row of a letter. */
export interface LetterRow {
  readonly id: string;
  readonly template: string;
  readonly facts: unknown;
  /** Id of the mail that this one repeats. */
  readonly repeats: string | null;
}

/** Content of a mail with its attachments. */
export interface MailContent
  extends Pick<MailMessage, 'subject' | 'text' | 'html' | 'replyTo' | 'unsubscribeUrl'> {
  readonly attachments: readonly StoredDocument[];
}

interface LetterNeeds {
  readonly db: Kysely<Database>;
  readonly orderToken: (orderId: string) => string;
}

/** Placeholder in a stored letter for the order token; each mail gets a fresh one. */
export const tokenPlace = '{{order_token}}';

/**
 * Returns the content of a letter. It is composed and stored once and then stays the same, even if settings, content
 * files or texts change. Attachments are stored separately, by key. `compose` gets a placeholder for the order token,
 * because a stored letter contains no secret. Null, and nothing stored, if `compose` returns null. Throws for a letter
 * without an owner, which would never be deleted.
 */
export async function issueLetter(
  { db, orderToken }: LetterNeeds,
  row: LetterRow,
  compose: (orderToken: () => string) => Promise<MailContent | null>,
): Promise<MailContent | null> {
  const owner = await findOwner(db, row);
  const key = letterKey(row);
  const token = owner.order_id === null ? '' : orderToken(owner.order_id);
  const known = await findDocument(db, key);
  if (known !== undefined) return readLetter(db, known, token);
  const content = await compose(() => tokenPlace);
  if (content === null) return null;
  const attachments = content.attachments.map((file) => file.key);
  const letter = await issueDocument(db, { key, ...owner }, async () => ({
    filename: `${row.template}.json`,
    content: Buffer.from(JSON.stringify({ ...content, attachments })),
  }));
  return readLetter(db, letter, token);
}

async function readLetter(
  db: Kysely<Database>,
  { content }: StoredDocument,
  token: string,
): Promise<MailContent> {
  const stored = JSON.parse(content.toString()) as Omit<MailContent, 'attachments'> & {
    readonly attachments: readonly string[];
  };
  const files = await Promise.all(
    stored.attachments.map(async (key) => {
      const file = await findDocument(db, key);
      if (file === undefined) throw new Error(`A stored mail names document ${key}, which is not stored`);
      return file;
    }),
  );
  const complete = (words: string) => words.replaceAll(tokenPlace, token);
  return { ...stored, text: complete(stored.text), html: complete(stored.html), attachments: files };
}

interface LetterFacts {
  readonly order_id?: string;
  readonly refund_id?: string;
  readonly declaration_id?: string;
}

/** Finds the order or declaration that owns the letter: both are deleted together. */
async function findOwner(db: Kysely<Database>, { template, facts }: LetterRow) {
  const { order_id = null, refund_id, declaration_id = null } = facts as LetterFacts;
  if (refund_id === undefined) {
    if (order_id === null && declaration_id === null) throw new Error(`A ${template} belongs to nobody`);
    return { order_id, declaration_id };
  }
  const refund = await db
    .selectFrom('refunds')
    .select('order_id')
    .where('id', '=', refund_id)
    .executeTakeFirstOrThrow();
  return { order_id: refund.order_id, declaration_id };
}
