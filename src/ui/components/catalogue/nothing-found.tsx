import { useTranslation } from 'react-i18next';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { ProductList as Products } from '#ui/components/products/product-list.tsx';
import styles from './nothing-found.module.css';
import type { SearchAlternatives } from './search-alternatives.ts';

/** Disciplines and courses to browse, shown when a search has no results. */
export function NothingFound({ alternatives }: { readonly alternatives: SearchAlternatives | null }) {
  const { t } = useTranslation('base');
  if (alternatives === null) return null;
  return (
    <>
      <section className={styles.alternatives} aria-labelledby="alternatives-groups">
        <h2 id="alternatives-groups">{t('search.suggestions')}</h2>
        <List className={styles.groups}>
          {alternatives.groups.map(({ identifier, title, count }) => (
            <li key={identifier}>
              <ShopLink to={`/kurse?gruppe=${identifier}`} className={styles.group} prefetch="never">
                {title} <span className={styles.count}>{t('search.courses', { count })}</span>
              </ShopLink>
            </li>
          ))}
        </List>
      </section>
      <section className={styles.alternatives} aria-labelledby="alternatives-courses">
        <h2 id="alternatives-courses">{t('search.recommended')}</h2>
        <Products products={alternatives.courses} />
      </section>
    </>
  );
}
