import { useTranslation } from 'react-i18next';
import type { PostCard } from '#core/rules/reading.ts';
import { Picture } from '#ui/components/picture/picture.tsx';
import { ShopLink } from '#ui/components/shop-link/shop-link.tsx';
import { useDateText } from '#ui/hooks/use-date-text.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import styles from './blog.module.css';

interface PostTeaserProps {
  readonly post: PostCard;
  readonly isFirst: boolean;
}

/** A post in the list: drawing, rubric, title, lead. English pages lead to the German post. */
export function PostTeaser({ post, isFirst }: PostTeaserProps) {
  const { t } = useTranslation('blog');
  const dateText = useDateText();
  const isGerman = useLocale() === 'de';
  return (
    <article className={styles.teaser}>
      <div className={styles.picture}>
        <Picture
          name={post.picture}
          alt=""
          width={280}
          ratio="3/4"
          sizes="(max-width: 767px) 34vw, 220px"
          priority={isFirst}
        />
      </div>
      <div>
        <p className={styles.facts}>
          {post.topic}, {dateText(post.published_on)}
        </p>
        <h2 className={styles.title}>
          {isGerman ? (
            <ShopLink to={`/blog/${post.slug}`}>{post.title}</ShopLink>
          ) : (
            <a href={`/de/blog/${post.slug}`} hrefLang="de">
              {post.title}
            </a>
          )}
        </h2>
        <p className={styles.lead}>{post.teaser}</p>
        <p className={styles.facts} lang={isGerman ? undefined : 'en'}>
          {t('reading', { count: post.reading_minutes })}
        </p>
      </div>
    </article>
  );
}
