import { useTranslation } from 'react-i18next';
import type { ProductCard as Product } from '#core/rules/catalogue.ts';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { List } from '#ui/components/list/list.tsx';
import { ProductCard } from '#ui/components/product-card/product-card.tsx';
import layout from '#ui/styles/layout.module.css';
import styles from './home-books.module.css';

/** The books on a sheet of paper: they are things to hold. German pages only (decisions §7). */
export function HomeBooks({ books }: { readonly books: readonly Product[] }) {
  const { t } = useTranslation('base');
  return (
    <section className={`${layout.later} ${styles.sheet}`} data-theme="paper" aria-labelledby="books-title">
      <div className={`${layout.wrap} ${styles.inside}`}>
        <div className={styles.words}>
          <h2 id="books-title">{t('home.books.title')}</h2>
          <p className={styles.lead}>{t('home.books.lead')}</p>
          <LinkButton to="/buecher" kind="outline">
            {t('home.books.all')}
          </LinkButton>
        </div>
        <List className={styles.shelf}>
          {books.map((book) => (
            <li key={book.id}>
              <ProductCard
                product={book}
                size="small"
                sizes="(max-width: 767px) 168px, (max-width: 1023px) 22vw, 180px"
              />
            </li>
          ))}
        </List>
      </div>
    </section>
  );
}
