import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import type { PostCard } from '#core/model/blog.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { withoutAttribution } from '#core/rules/tracking/without-attribution.ts';
import { NewsletterBox } from '#ui/components/marketing/newsletter-box.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { PageLinks } from '#ui/components/parts/links/page-links.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { EmptyState, List, PageHead } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { usePageAddress } from '#ui/hooks/use-page-address.ts';
import { useShopName } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { pageNumber } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/blog-route.ts';
import styles from './blog.module.css';

export const handle: RouteHandle = { theme: 'paper' };

const pageSize = 6;

/** Loads a page of posts. A page after the last one is a 404. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const number = pageNumber(request);
  const { api } = context.get(shopContext);
  const [response, newsletter] = await Promise.all([
    api.listPosts({ query: { page: { number, size: pageSize } } }),
    api.getNewsletterWidget(),
  ]);
  const posts = response.ok ? response.value : null;
  if (posts?.items.length === 0 && number > 1) throw data(null, { status: 404 });
  return data(
    { posts, newsletter: newsletter.ok ? newsletter.value : null },
    { status: posts === null ? 503 : 200 },
  );
}

/** Posts, newest first. English pages note that the posts are in German. */
export default function BlogRoute({ loaderData }: Route.ComponentProps) {
  const { posts, newsletter } = loaderData;
  const { t } = useTranslation('blog');
  const isGerman = useLocale() === 'de';
  const { search } = usePageAddress();
  return (
    <>
      <PageMeta
        title={t('meta_title')}
        description={t('meta_description', { shop: useShopName() })}
        robots={isGerman ? 'index' : 'noindex'}
        isGermanOnly
        query={withoutAttribution(search)}
        picture="albrecht-duerer"
      />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t('title')} lead={t('lead')} />
        {!isGerman && (
          <Notice title={t('note_title')} className={styles.notice}>
            {t('note')}
          </Notice>
        )}
        {posts === null ? (
          <EmptyState
            title={t('failed_title')}
            text={t('failed_text')}
            link={{ to: '/blog', reloadDocument: true, label: t('failed_link') }}
          />
        ) : posts.items.length === 0 ? (
          <EmptyState
            title={t('empty_title')}
            text={t('empty_text')}
            link={{ to: '/blog', label: t('empty_link') }}
          />
        ) : (
          <>
            <List className={styles.posts} lang="de">
              {posts.items.map((post, index) => (
                <li key={post.slug}>
                  <PostTeaser post={post} isFirst={index === 0} />
                </li>
              ))}
            </List>
            <PageLinks page={posts} pathOf={(number) => (number === 1 ? '/blog' : `/blog?seite=${number}`)} />
          </>
        )}
      </div>
      <NewsletterBox widget={newsletter} source="blog" />
    </>
  );
}

interface PostTeaserProps {
  readonly post: PostCard;
  readonly isFirst: boolean;
}

/** A post in the list: picture, topic, title, teaser. English pages link to the German post. */
function PostTeaser({ post, isFirst }: PostTeaserProps) {
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
        <p className={styles.lead}>{nonBreaking(post.teaser)}</p>
        <p className={styles.facts} lang={isGerman ? undefined : 'en'}>
          {t('reading', { count: post.reading_minutes })}
        </p>
      </div>
    </article>
  );
}
