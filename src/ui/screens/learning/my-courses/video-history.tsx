import { useTranslation } from 'react-i18next';
import type { Activity } from '#core/model/learning.ts';
import type { Page } from '#core/model/values.ts';
import { clockDuration } from '#core/rules/basics/durations.ts';
import { lessonPath, seenShare } from '#core/rules/learning/lesson-progress.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { PageLinks } from '#ui/components/parts/links/page-links.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { useDateOfText } from '#ui/hooks/use-formats.ts';
import styles from './video-history.module.css';

/** The watched lessons, newest first, with their progress. */
export function VideoHistory({ activities }: { readonly activities: Page<Activity> | null }) {
  const { t } = useTranslation('myProfile');
  return (
    <section className={styles.history} aria-labelledby="history-title">
      <h2 id="history-title">{t('history.title')}</h2>
      {activities === null || activities.items.length === 0 ? (
        <p className={styles.quiet}>{t(activities === null ? 'history.failed' : 'history.empty')}</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the role where list-style is none */}
          <ol role="list" className={styles.list}>
            {activities.items.map((activity) => (
              <Watched key={activity.lesson.id} activity={activity} />
            ))}
          </ol>
          <PageLinks
            page={activities}
            pathOf={(number) => (number === 1 ? '/profil/master' : `/profil/master?seite=${number}`)}
          />
        </>
      )}
    </section>
  );
}

function Watched({ activity }: { readonly activity: Activity }) {
  const { t } = useTranslation('myProfile');
  const dateOf = useDateOfText();
  const { course, lesson, is_finished, position_seconds, watched_at } = activity;
  return (
    <li className={styles.row}>
      <Picture name={course.picture} alt="" width={64} ratio="3/4" className={styles.thumb} />
      <div className={styles.words}>
        <h3 className={styles.lesson}>
          <ShopLink to={lessonPath(course.slug, lesson.id)} prefetch="never">
            {lesson.title}
          </ShopLink>
        </h3>
        <p className={styles.quiet}>
          {course.title} · {t('history.lesson', { number: lesson.number })}
        </p>
      </div>
      <div className={styles.state}>
        <p className={styles.quiet}>
          {is_finished
            ? t('history.finished')
            : t('history.until', { position: clockDuration(position_seconds) })}{' '}
          <time dateTime={watched_at}>{t('history.on', { day: dateOf(watched_at) })}</time>
        </p>
        <Meter activity={activity} />
      </div>
    </li>
  );
}

/** The progress bar of a lesson; the text beside it has the same information. */
function Meter({ activity }: { readonly activity: Activity }) {
  return (
    <span className={styles.meter} aria-hidden="true">
      <span data-fill style={{ width: `${100 * seenShare(activity)}%` }} />
    </span>
  );
}
