import { useTranslation } from 'react-i18next';
import { redirectDocument } from 'react-router';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { breadcrumbMarkup } from '#core/rules/catalogue/structured-data.ts';
import { withoutAttribution } from '#core/rules/tracking/without-attribution.ts';
import { NewsletterBox } from '#ui/components/marketing/newsletter-box.tsx';
import { Breadcrumbs, Split } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { ProductList } from '#ui/components/products/product-list.tsx';
import { PageMeta, useSite } from '#ui/document/page-meta.tsx';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { usePageAddress } from '#ui/hooks/use-page-address.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/post-route.ts';
import styles from './post.module.css';

export const handle: RouteHandle = { theme: 'paper' };

export async function loader({ context, params }: Route.LoaderArgs) {
  // Posts exist in German only.
  if (params.locale !== 'de') throw redirectDocument(localePath('de', `/blog/${params.slug}`));
  const { api } = context.get(shopContext);
  const [post, newsletter] = await Promise.all([
    api.getPost({ params: { slug: params.slug } }),
    api.getNewsletterWidget(),
  ]);
  return { post: valueOrThrow(post), newsletter: newsletter.ok ? newsletter.value : null };
}

/** A blog post. Its HTML was rendered and sanitised by the server. */
export default function PostRoute({ loaderData }: Route.ComponentProps) {
  const { search } = usePageAddress();
  const { post, newsletter } = loaderData;
  const { t } = useTranslation('blog');
  const dateText = useDateText();
  const { url } = useSite();
  const { name, description, keywords } = post.seo_markup;
  return (
    <>
      <PageMeta
        title={name}
        description={description}
        keywords={keywords}
        picture={post.picture}
        isGermanOnly
        query={withoutAttribution(search)}
        structuredData={
          import.meta.env.SSR &&
          breadcrumbMarkup([
            { title: t('title'), url: `${url}/de/blog` },
            { title: post.title, url: `${url}/de/blog/${post.slug}` },
          ])
        }
      />
      <article>
        <header className={`${layout.wrap} ${styles.head}`}>
          <div>
            <Breadcrumbs above={[{ title: t('title'), to: '/blog' }]} here={post.title} />
            <h1 className={styles.title}>{post.title}</h1>
            <p className={styles.lead}>{nonBreaking(post.teaser)}</p>
            <p className={styles.facts}>
              {post.topic}, {dateText(post.published_on)}, {t('reading', { count: post.reading_minutes })}
            </p>
          </div>
          <div className={styles.picture}>
            <Picture
              name={post.picture}
              alt={post.picture_alt}
              width={360}
              ratio="3/4"
              sizes="(max-width: 767px) 62vw, 340px"
              priority
            />
          </div>
        </header>
        <div className={layout.wrap}>
          {/* biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server */}
          <div className={styles.text} dangerouslySetInnerHTML={{ __html: post.html }} />
        </div>
      </article>
      {post.courses.length > 0 && (
        <Split title={t('courses', { count: post.courses.length })}>
          <ProductList products={post.courses} isNarrow />
        </Split>
      )}
      <NewsletterBox widget={newsletter} source="post" />
    </>
  );
}
