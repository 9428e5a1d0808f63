import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { List, PageHead } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useShopName } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { listAll, valueOrThrow } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/experts-route.ts';
import styles from './experts.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const { items } = valueOrThrow(await listAll(context.get(shopContext), 'course'));
  return { experts: firstOfEach(items) };
}

/** Returns the first course of each master. */
function firstOfEach(courses: readonly ProductCard[]): readonly ProductCard[] {
  return courses.filter(
    ({ person }, index) =>
      person !== null && courses.findIndex((other) => other.person?.slug === person.slug) === index,
  );
}

/** All masters and their subjects. */
export default function ExpertsRoute({ loaderData }: Route.ComponentProps) {
  const { experts } = loaderData;
  const { t } = useTranslation('base');
  return (
    <>
      <PageMeta
        title={t('experts.meta_title')}
        description={t('experts.meta_description', { shop: useShopName() })}
        picture={experts[0]?.picture ?? 'albrecht-duerer'}
      />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t('experts.title')} lead={t('experts.lead')} />
        <List className={layout.cards}>
          {experts.map((course, index) => (
            <li key={course.id}>
              <Expert course={course} isFirst={index === 0} />
            </li>
          ))}
        </List>
      </div>
    </>
  );
}

function Expert({ course, isFirst }: { readonly course: ProductCard; readonly isFirst: boolean }) {
  const { person, category, title } = course;
  if (person === null) return null;
  return (
    <article className={styles.expert}>
      <div className={styles.picture}>
        <Picture
          name={person.picture}
          alt=""
          width={320}
          ratio="1/1"
          sizes="(max-width: 767px) 46vw, (max-width: 1023px) 31vw, 295px"
          priority={isFirst}
        />
      </div>
      <p className={styles.discipline}>{category.title}</p>
      <h2 className={styles.name}>
        <ShopLink to={`/experten/${person.slug}`}>{`${person.firstname} ${person.lastname}`.trim()}</ShopLink>
      </h2>
      <p className={styles.course}>{title}</p>
    </article>
  );
}
