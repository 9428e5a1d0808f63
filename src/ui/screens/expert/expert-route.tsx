import { useTranslation } from 'react-i18next';
import type { ProductCard as Product } from '#core/model/product.ts';
import { productPath } from '#core/rules/catalogue.ts';
import { localePath } from '#core/rules/navigation.ts';
import { LinkButton } from '#ui/components/links.tsx';
import { Breadcrumbs, Paragraphs, Split } from '#ui/components/page-parts.tsx';
import { Picture } from '#ui/components/picture.tsx';
import { ProductList } from '#ui/components/product-list.tsx';
import { PageMeta, useSite } from '#ui/document/page-meta.tsx';

import { useLocale } from '#ui/hooks/use-locale.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/expert-route.ts';
import styles from './expert.module.css';

export async function loader({ context, params }: Route.LoaderArgs) {
  return {
    master: valueOrThrow(await context.get(shopContext).api.getMaster({ params: { slug: params.slug } })),
  };
}

/** A master: motto, biography, courses and books. */
export default function ExpertRoute({ loaderData }: Route.ComponentProps) {
  const { master } = loaderData;
  const { t } = useTranslation('base');
  const locale = useLocale();
  const { url } = useSite();
  const name = `${master.firstname} ${master.lastname}`;
  const { seo_markup, courses, books } = master;
  const [first] = courses;
  return (
    <>
      <PageMeta
        title={seo_markup.name}
        description={seo_markup.description}
        keywords={seo_markup.keywords}
        picture={master.picture}
        structuredData={{
          '@context': 'https://schema.org',
          '@type': 'Person',
          name,
          jobTitle: master.profession,
          url: `${url}${localePath(locale, `/experten/${master.slug}`)}`,
        }}
      />
      <div className={layout.hero}>
        <div className={`${layout.wrap} ${styles.inside}`}>
          <div>
            <Breadcrumbs above={[{ title: t('experts.title'), to: '/experten' }]} here={name} />
            <p className={text.byline}>{master.profession}</p>
            <h1 className={styles.name}>{name}</h1>
            <p className={styles.where}>
              {t('expert.where', { origin: master.origin, lived: master.lived })}
            </p>
            <blockquote className={styles.motto}>{master.motto}</blockquote>
            {first !== undefined && (
              <LinkButton to={productPath(first)} size="large">
                {t('expert.to_course')}
              </LinkButton>
            )}
          </div>
          <div className={styles.picture}>
            <Picture
              name={master.picture}
              alt={master.picture_alt}
              width={460}
              ratio="3/4"
              sizes="(max-width: 767px) 70vw, 440px"
              priority
            />
          </div>
        </div>
      </div>
      <Split title={t('expert.life')}>
        <div className={text.prose}>
          <Paragraphs texts={master.biography} />
        </div>
      </Split>
      <MasterProducts title={t('expert.courses', { count: courses.length })} products={courses} />
      {locale === 'de' && (
        <MasterProducts title={t('expert.books', { count: books.length })} products={books} />
      )}
    </>
  );
}

function MasterProducts({
  title,
  products,
}: {
  readonly title: string;
  readonly products: readonly Product[];
}) {
  if (products.length === 0) return null;
  return (
    <Split title={title}>
      <ProductList products={products} isNarrow />
    </Split>
  );
}
