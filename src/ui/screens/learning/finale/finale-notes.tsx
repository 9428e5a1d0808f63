import { useTranslation } from 'react-i18next';
import type { Note } from '#core/model/learning.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { lessonPath } from '#core/rules/learning/lesson-progress.ts';
import { buttonClasses } from '#ui/components/parts/button.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { List, SectionHead } from '#ui/components/parts/page-parts.tsx';
import layout from '#ui/styles/layout.module.css';
import styles from './finale.module.css';

interface FinaleNotesProps {
  readonly notes: readonly Note[];
  /** Address of the notes as PDF. */
  readonly documentUrl: string | null;
}

/** The learner's notes in the order of the course, with a link to the PDF. Printing the page prints only the notes. */
export function FinaleNotes({ notes, documentUrl }: FinaleNotesProps) {
  const { t } = useTranslation('learning');
  const lessons = [...Map.groupBy(notes, ({ lesson }) => lesson.id).values()];
  return (
    <section className={`${layout.wrap} ${layout.section} ${styles.notes}`} aria-labelledby="finale-notes">
      <SectionHead id="finale-notes" title={t('finale.notes', { course: notes[0]?.course.title })}>
        {documentUrl !== null && (
          <a href={documentUrl} download className={buttonClasses({ kind: 'outline' })}>
            {t('finale.pdf')}
          </a>
        )}
      </SectionHead>
      <List className={styles.lessons}>
        {lessons.map(
          ([first, ...rest]) =>
            first !== undefined && (
              <li key={first.lesson.id}>
                <h3>{t('continue.lesson', first.lesson)}</h3>
                <List className={styles.places}>
                  {[first, ...rest].map((note) => (
                    <li key={note.id}>
                      <Place note={note} /> {note.text === '' ? t('notes.bookmark') : note.text}
                    </li>
                  ))}
                </List>
              </li>
            ),
        )}
      </List>
    </section>
  );
}

/** The position of a note, linked to the film while its lesson exists. */
function Place({ note: { course, lesson, position_seconds } }: { readonly note: Note }) {
  const place = clockDuration(position_seconds);
  if (!lesson.is_shown) return place;
  return (
    <ShopLink to={`${lessonPath(course.slug, lesson.id)}?t=${position_seconds}`} prefetch="never">
      {place}
    </ShopLink>
  );
}
