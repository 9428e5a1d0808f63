import type { ProductCard } from '#core/rules/catalogue.ts';
import { localePath } from '#core/rules/navigation.ts';
import { Picture } from '#ui/components/picture/picture.tsx';
import { Price } from '#ui/components/price/price.tsx';
import styles from './german-book.module.css';

/** A German book on an English page: marked as German, linked to its German page (decisions §7). */
export function GermanBook({ book }: { readonly book: ProductCard }) {
  return (
    <article className={styles.book}>
      <div className={styles.cover}>
        <Picture name={book.picture} alt="" width={320} ratio="2/3" sizes="(max-width: 767px) 46vw, 295px" />
      </div>
      <div lang="de">
        <h2 className={styles.title}>
          <a href={localePath('de', `/buecher/${book.slug}`)} hrefLang="de">
            {book.title}
          </a>
        </h2>
        <p className={styles.subtitle}>{book.subtitle}</p>
      </div>
      <Price amount={book.price} />
    </article>
  );
}
