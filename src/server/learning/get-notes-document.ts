import type { Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import { fill, formatDay, type MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawLongPdf, PdfNotDrawn } from '#server/platform/pdf/draw-pdf.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { isDocumentTokenValid } from './course-document-link.ts';
import type { DocumentLink } from './get-confirmation.ts';
import { listNotes, maxNotes } from './notes.ts';

/** Seconds after which the client may retry a document that could not be drawn. */
const nextTry = 60;

/**
 * Returns a learner's notes in a course as PDF, for the holder of its link. `FORBIDDEN` without a valid token,
 * `NOT_FOUND` if there are no notes any more, `TOO_MANY_ATTEMPTS` if too many such documents are queued, or it takes
 * too long.
 */
export async function getNotesDocument(
  context: Pick<ServerContext, 'db' | 'clock' | 'settings'>,
  allTexts: MailTexts,
  { token, course, learner }: DocumentLink,
  locale: Locale,
): Promise<Result<{ readonly filename: string; readonly content: Uint8Array<ArrayBuffer> }, DomainFailure>> {
  const { db, clock, settings } = context;
  const now = clock.now();
  if (!isDocumentTokenValid(settings.tokenSecret, 'notes', { course, learner, token, now }))
    return err(domainFailure('FORBIDDEN'));
  const wanted = { userId: learner, lesson: null, course, number: 1, size: maxNotes };
  const notes = (await listNotes(context, wanted, locale)).items.map(({ attributes }) => attributes);
  const writer = await db
    .selectFrom('users')
    .select(['firstname', 'lastname', 'email'])
    .where('id', '=', learner)
    .where('is_active', '=', true)
    .executeTakeFirst();
  const [first] = notes;
  if (first === undefined || writer === undefined) return err(domainFailure('NOT_FOUND'));
  const { notes: texts, page } = allTexts[locale];
  const content = await drawLongPdf({
    kind: 'notes',
    facts: {
      course: first.course.title,
      name: `${writer.firstname} ${writer.lastname}`.trim() || writer.email,
      day: formatDay(calendarDay(now), locale),
      lessons: [...Map.groupBy(notes, ({ lesson }) => lesson.id).values()].flatMap((own) =>
        own[0] === undefined
          ? []
          : [
              {
                number: own[0].lesson.number,
                title: own[0].lesson.title,
                notes: own.map(({ position_seconds, text }) => ({ position_seconds, text })),
              },
            ],
      ),
      texts: { notes: texts, page },
      brand: await readBrand(db),
      locale,
    },
  }).catch((error: unknown) => {
    if (error instanceof PdfNotDrawn) return null;
    throw error;
  });
  if (content === null) return err(domainFailure('TOO_MANY_ATTEMPTS', { retryAfterSeconds: nextTry }));
  return ok({ filename: fill(texts.file, { course: first.course.slug }), content: new Uint8Array(content) });
}
