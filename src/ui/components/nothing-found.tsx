import { useTranslation } from 'react-i18next';
import type { ProductCard, ProductList } from '#core/model/product.ts';
import type { Route } from '#core/rules/navigation.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { ShopLink } from './links.tsx';
import styles from './nothing-found.module.css';
import { List } from './page-parts.tsx';
import { ProductList as Products } from './product-list.tsx';

/** What a search that found nothing leads on to. */
export interface Instead {
  readonly courses: readonly ProductCard[];
  readonly groups: ProductList['groups'];
}

const recommended = 4;

/** The first courses in the shop's own order, and the groups of disciplines; null when they cannot be loaded. */
export async function loadInstead(api: Shop['api']): Promise<Instead | null> {
  const list = await api.listProducts({ query: { 'filter[kind]': 'course', 'page[size]': recommended } });
  return list.ok ? { courses: list.value.items, groups: list.value.groups } : null;
}

interface DidYouMeanProps {
  readonly query: string;
  readonly suggestion: string;
  readonly to: Route;
}

/** Says that only similar words were found, with a link to the search that was probably meant. */
export function DidYouMean({ query, suggestion, to }: DidYouMeanProps) {
  const { t } = useTranslation('base');
  return (
    <p className={styles.meant}>
      {t('search.similar', { q: query })}{' '}
      <ShopLink to={to} rel="nofollow" prefetch="never">
        {t('search.meant', { q: suggestion })}
      </ShopLink>
    </p>
  );
}

/** Disciplines and courses below the words that nothing was found. */
export function NothingFound({ instead }: { readonly instead: Instead | null }) {
  const { t } = useTranslation('base');
  if (instead === null) return null;
  return (
    <>
      <section className={styles.instead} aria-labelledby="instead-groups">
        <h2 id="instead-groups">{t('search.suggestions')}</h2>
        <List className={styles.groups}>
          {instead.groups.map(({ identifier, title, count }) => (
            <li key={identifier}>
              <ShopLink to={`/kurse?gruppe=${identifier}`} className={styles.group} prefetch="never">
                {title} <span className={styles.count}>{t('search.courses', { count })}</span>
              </ShopLink>
            </li>
          ))}
        </List>
      </section>
      <section className={styles.instead} aria-labelledby="instead-courses">
        <h2 id="instead-courses">{t('search.recommended')}</h2>
        <Products products={instead.courses} />
      </section>
    </>
  );
}
