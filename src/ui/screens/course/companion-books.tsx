import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/rules/catalogue.ts';
import { localePath } from '#core/rules/navigation.ts';
import { AddToCart } from '#ui/components/add-to-cart/add-to-cart.tsx';
import { Picture } from '#ui/components/picture/picture.tsx';
import { Price } from '#ui/components/price/price.tsx';
import { Split } from '#ui/components/split/split.tsx';
import styles from './companion-books.module.css';

/** The books that accompany the course, to be added at once. Book pages are German (decisions §7). */
export function CompanionBooks({ books }: { readonly books: readonly ProductCard[] }) {
  const { t } = useTranslation('base');
  if (books.length === 0) return null;
  return (
    <Split title={t('course.books', { count: books.length })}>
      {books.map((book) => (
        <Book key={book.id} book={book} />
      ))}
    </Split>
  );
}

function Book({ book }: { readonly book: ProductCard }) {
  const { t } = useTranslation('base');
  return (
    <article className={styles.book}>
      <div className={styles.cover}>
        <Picture name={book.picture} alt="" width={176} ratio="2/3" sizes="(max-width: 767px) 112px, 176px" />
      </div>
      <div className={styles.words}>
        <h3>
          <a href={localePath('de', `/buecher/${book.slug}`)} hrefLang="de">
            {book.title}
          </a>
        </h3>
        <p className={styles.subtitle}>{book.subtitle}</p>
        <div className={styles.foot}>
          <div>
            <Price amount={book.price} className={styles.price} />
            <p className={styles.note}>{t('course.book_note')}</p>
          </div>
          <AddToCart product={book} kind="outline" />
        </div>
      </div>
    </article>
  );
}
