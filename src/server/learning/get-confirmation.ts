import type { Locale } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import { fill, formatDay, type MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { drawPdf } from '#server/platform/pdf/draw-pdf.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { isDocumentTokenValid } from './course-document-link.ts';
import { listMyCourses } from './my-courses.ts';

/** Parameters of a link to a learner's document. */
export interface DocumentLink {
  /** Id of the course. */
  readonly course: string;
  /** Id of the user. */
  readonly learner: string;
  readonly token: string;
}

/**
 * Returns a learner's confirmation of participation in a course as PDF, for the holder of its link. `FORBIDDEN` without
 * a valid token, `NOT_FOUND` if the learner has no access to the course any more or has not watched all of it.
 */
export async function getConfirmation(
  context: Pick<ServerContext, 'db' | 'clock' | 'settings'>,
  allTexts: MailTexts,
  { token, ...link }: DocumentLink,
  locale: Locale,
): Promise<Result<{ readonly filename: string; readonly content: Uint8Array<ArrayBuffer> }, DomainFailure>> {
  const { db, clock, settings } = context;
  if (!isDocumentTokenValid(settings.tokenSecret, 'confirmation', { ...link, token, now: clock.now() }))
    return err(domainFailure('FORBIDDEN'));
  const request = { userId: link.learner, course: link.course, number: 1, size: 1 };
  const [course] = (await listMyCourses(context, request, locale)).items;
  const learner = await db
    .selectFrom('users')
    .select(['firstname', 'lastname', 'email'])
    .where('id', '=', link.learner)
    .where('is_active', '=', true)
    .executeTakeFirst();
  if (course === undefined || course.attributes.confirmation_url === null || learner === undefined)
    return err(domainFailure('NOT_FOUND'));
  const { seconds } = await db
    .selectFrom('lessons')
    .select((where) => where.fn.sum<number>('length_seconds').as('seconds'))
    .where('course_id', '=', link.course)
    .where('is_active', '=', true)
    .executeTakeFirstOrThrow();
  const texts = allTexts[locale].confirmation;
  const { title, subtitle, lesson_count, slug } = course.attributes;
  const content = await drawPdf({
    kind: 'confirmation',
    facts: {
      name: `${learner.firstname} ${learner.lastname}`.trim() || learner.email,
      course: title,
      subtitle,
      lessonCount: lesson_count,
      length: writtenLength(Number(seconds), locale),
      day: formatDay(calendarDay(clock.now()), locale),
      texts,
      brand: await readBrand(db),
      locale,
    },
  });
  return ok({ filename: fill(texts.file, { course: slug }), content: new Uint8Array(content) });
}

/** Formats hours and minutes, for example "2 Std. 35 Min.". */
function writtenLength(seconds: number, locale: Locale): string {
  const minutes = Math.round(seconds / 60);
  const part = (value: number, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value);
  const hours = Math.floor(minutes / 60);
  return [...(hours > 0 ? [part(hours, 'hour')] : []), part(minutes % 60, 'minute')].join(' ');
}
