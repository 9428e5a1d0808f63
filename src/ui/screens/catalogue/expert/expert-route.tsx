import { useTranslation } from 'react-i18next';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { PictureHero, ProductSection, TextSection } from '#ui/components/catalogue/page-sections.tsx';
import { LinkButton } from '#ui/components/parts/links/links.tsx';
import { Breadcrumbs } from '#ui/components/parts/page-parts.tsx';
import { PageMeta, useSite } from '#ui/document/page-meta.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/expert-route.ts';
import styles from './expert.module.css';

export async function loader({ context, params }: Route.LoaderArgs) {
  return {
    master: valueOrThrow(await context.get(shopContext).api.getMaster({ params: { slug: params.slug } })),
  };
}

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
        structuredData={
          import.meta.env.SSR && {
            '@context': 'https://schema.org',
            '@type': 'Person',
            name,
            jobTitle: master.profession,
            url: `${url}${localePath(locale, `/experten/${master.slug}`)}`,
          }
        }
      />
      <PictureHero picture={{ name: master.picture, alt: master.picture_alt, ratio: '3/4' }}>
        <Breadcrumbs above={[{ title: t('experts.title'), to: '/experten' }]} here={name} />
        <p className={text.byline}>{master.profession}</p>
        <h1 className={styles.name}>{name}</h1>
        <p className={styles.where}>{t('expert.where', { origin: master.origin, lived: master.lived })}</p>
        <blockquote className={styles.motto}>{master.motto}</blockquote>
        {first !== undefined && (
          <LinkButton to={productPath(first)} size="large">
            {t('expert.to_course')}
          </LinkButton>
        )}
      </PictureHero>
      <TextSection title={t('expert.life')} texts={master.biography} />
      <ProductSection title={t('expert.courses', { count: courses.length })} products={courses} />
      {locale === 'de' && (
        <ProductSection title={t('expert.books', { count: books.length })} products={books} />
      )}
    </>
  );
}
