import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import type { Conversation } from '#core/model/content.ts';
import type { Media } from '#core/model/learning.ts';
import type { ProductCard } from '#core/model/product.ts';
import { trailerMedia } from '#core/rules/catalogue/trailers.ts';
import { Film, FilmText } from '#ui/components/learning/film.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { EmptyState, List, PageHead } from '#ui/components/parts/page-parts.tsx';
import questions from '#ui/components/parts/questions.module.css';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShopName } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { listAll } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/tv-route.ts';
import styles from './tv.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const shop = context.get(shopContext);
  const [response, conversations] = await Promise.all([
    listAll(shop, 'course'),
    shop.api.listConversations(),
  ]);
  const courses = response.ok
    ? response.value.items.flatMap((course) => {
        const trailer = trailerMedia(course);
        return trailer === null ? [] : [{ course, trailer }];
      })
    : null;
  return data(
    { courses, conversations: conversations.ok ? conversations.value : [] },
    { status: courses === null ? 503 : 200 },
  );
}

/** The trailers of all courses, and conversations to read (docs/behaviour/catalogue.md#trailers-page). */
export default function TvRoute({ loaderData }: Route.ComponentProps) {
  const { courses, conversations } = loaderData;
  const { t } = useTranslation('base');
  const isGerman = useLocale() === 'de';
  const shop = useShopName();
  return (
    <div className={`${layout.wrap} ${styles.page}`}>
      <PageMeta
        title={t('tv.meta_title')}
        description={t('tv.description', { shop })}
        robots={isGerman ? 'index' : 'noindex'}
        isGermanOnly
      />
      <PageHead title={t('tv.title', { shop })} lead={t('tv.lead')} />
      {!isGerman && (
        <Notice title={t('tv.note_title')} className={styles.note}>
          {t('tv.note')}
        </Notice>
      )}
      {courses === null ? (
        <EmptyState
          title={t('tv.failed_title')}
          text={t('tv.failed_text')}
          link={{ to: '/tv', reloadDocument: true, label: t('tv.failed_link') }}
        />
      ) : courses.length === 0 ? (
        <EmptyState
          title={t('tv.empty_title')}
          text={t('tv.empty_text')}
          link={{ to: '/kurse', label: t('tv.empty_link') }}
        />
      ) : (
        <List className={styles.films}>
          {courses.map(({ course, trailer }) => (
            <li key={course.id}>
              <TrailerCard course={course} trailer={trailer} />
            </li>
          ))}
        </List>
      )}
      <Conversations conversations={conversations} />
    </div>
  );
}

/** Conversations with masters as text; each links to the master's course. */
function Conversations({ conversations }: { readonly conversations: readonly Conversation[] }) {
  const { t } = useTranslation('base');
  if (conversations.length === 0) return null;
  return (
    <section className={styles.conversations} aria-labelledby="conversations-title">
      <h2 id="conversations-title">{t('tv.conversations')}</h2>
      <p className={styles.subtitle}>{t('tv.conversations_lead')}</p>
      {conversations.map(({ key, course, title, lines }) => (
        <details key={key} className={`${questions.entry} ${styles.conversation}`}>
          <summary className={questions.question}>{title}</summary>
          <dl>
            {lines.map(({ question, answer }) => (
              <div key={question}>
                <dt>{question}</dt>
                <dd>{answer}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.way}>
            <ShopLink to={`/kurse/${course}`} prefetch="never" aria-label={t('tv.to_this_course', { title })}>
              {t('tv.to_course')}
            </ShopLink>
          </p>
        </details>
      ))}
    </section>
  );
}

interface TrailerCardProps {
  readonly course: ProductCard;
  readonly trailer: Media;
}

function TrailerCard({ course, trailer }: TrailerCardProps) {
  const { t } = useTranslation('base');
  return (
    <article className={styles.card}>
      <Film media={trailer} title={course.title} />
      <FilmText media={trailer} title={course.title} />
      <p className={styles.eyebrow}>{course.category.title}</p>
      <h2 className={styles.title}>
        <ShopLink to={`/kurse/${course.slug}`}>{course.title}</ShopLink>
      </h2>
      <p className={styles.subtitle}>{course.subtitle}</p>
      <p className={styles.way}>
        <ShopLink
          to={`/kurse/${course.slug}`}
          prefetch="never"
          aria-label={t('tv.to_this_course', { title: course.title })}
        >
          {t('tv.to_course')}
        </ShopLink>
      </p>
    </article>
  );
}
