import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Locale } from '#core/model/values.ts';
import type { Worksheet } from '#core/rules/learning/worksheet.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawPdf } from '#server/platform/pdf/draw-pdf.ts';
import type { WorksheetPdf } from '#server/platform/pdf/worksheet-pdf.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** A worksheet as PDF. */
export interface DrawnWorksheet {
  readonly content: Buffer;
  /** Depends on the texts only, because each drawing gives different bytes. */
  readonly etag: string;
}

export type GetWorksheet = (lesson: string, locale: Locale) => Promise<DrawnWorksheet | null>;

/** Draws worksheets on request and caches each until its texts change. Null if the lesson has none. */
export function createWorksheets({ db }: Pick<ServerContext, 'db'>, texts: MailTexts): GetWorksheet {
  const drawn = new Map<string, { readonly etag: string; readonly content: Promise<Buffer> }>();
  return async (lesson, locale) => {
    const facts = await readFacts(db, texts, { lesson, locale });
    if (facts === null) return null;
    const digest = createHash('sha256').update(JSON.stringify(facts)).digest('base64url');
    const etag = `W/"${digest.slice(0, 22)}"`;
    const key = `${lesson}.${locale}`;
    const known = drawn.get(key);
    if (known?.etag === etag) return { etag, content: await known.content };
    const content = drawPdf({ kind: 'worksheet', facts });
    drawn.set(key, { etag, content });
    content.catch(() => drawn.delete(key));
    return { etag, content: await content };
  };
}

async function readFacts(
  db: ServerContext['db'],
  texts: MailTexts,
  { lesson, locale }: { readonly lesson: string; readonly locale: Locale },
): Promise<WorksheetPdf | null> {
  const row = await db
    .selectFrom('lessons')
    .innerJoin('products', 'products.id', 'lessons.course_id')
    .select([
      'lessons.position',
      sql<Worksheet>`lessons.worksheet -> ${sql.lit(locale)}`.as('sheet'),
      sql<string>`lessons.texts -> ${sql.lit(locale)} ->> 'title'`.as('title'),
      sql<string>`products.card -> ${sql.lit(locale)} ->> 'title'`.as('course'),
    ])
    .where('lessons.id', '=', lesson)
    .where('lessons.worksheet', 'is not', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { position, sheet, title, course } = row;
  const { worksheet, page } = texts[locale];
  return {
    sheet,
    course,
    lesson: position,
    title,
    texts: { worksheet, page },
    brand: await readBrand(db),
    locale,
  };
}
