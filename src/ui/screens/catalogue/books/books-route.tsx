import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import type { ProductCard as Product } from '#core/model/product.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { itemListMarkup } from '#core/rules/catalogue/structured-data.ts';
import { useDeliveryCosts } from '#ui/components/carts/add-to-cart.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { EmptyState, List, PageHead } from '#ui/components/parts/page-parts.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { ProductCard } from '#ui/components/products/product-card.tsx';
import { PageMeta, useSite } from '#ui/document/page-meta.tsx';
import { useDeliveryTime } from '#ui/hooks/use-delivery-time.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { listAll } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/books-route.ts';
import styles from './books.module.css';

export async function loader({ context }: Route.LoaderArgs) {
  const response = await listAll(context.get(shopContext), 'book', { language: 'de' });
  const books = response.ok ? response.value.items : null;
  return data({ books }, { status: books === null ? 503 : 200 });
}

export default function BooksRoute({ loaderData }: Route.ComponentProps) {
  const { books } = loaderData;
  const { t } = useTranslation('base');
  const deliveryCosts = useDeliveryCosts();
  const deliveryTime = useDeliveryTime(null);
  const isGerman = useLocale() === 'de';
  return (
    <>
      <BooksMeta books={books ?? []} isGerman={isGerman} />
      <div className={`${layout.wrap} ${styles.page}`}>
        <PageHead title={t('books.title')} lead={t('books.lead')} />
        {!isGerman && (
          <Notice title={t('books.note_title')} className={styles.notice}>
            {t('books.note')}
          </Notice>
        )}
        <BookList books={books} isGerman={isGerman} />
        <p className={styles.delivery}>
          {t('delivery.time', { time: deliveryTime })} {deliveryCosts}
        </p>
      </div>
    </>
  );
}

interface BookListProps {
  /** Null if the books could not be loaded. */
  readonly books: readonly Product[] | null;
  readonly isGerman: boolean;
}

function BookList({ books, isGerman }: BookListProps) {
  const { t } = useTranslation('base');
  if (books === null || books.length === 0) {
    const key = books === null ? 'failed' : 'empty';
    return (
      <EmptyState
        title={t(`books.${key}_title`)}
        text={t(`books.${key}_text`)}
        link={{
          to: key === 'failed' ? '/buecher' : '/kurse',
          reloadDocument: key === 'failed',
          label: t(`books.${key}_link`),
        }}
      />
    );
  }
  return (
    <List className={layout.cards}>
      {books.map((book, index) => (
        <li key={book.id}>
          {isGerman ? (
            <ProductCard product={book} headingLevel={2} priority={index === 0} />
          ) : (
            <GermanBook book={book} />
          )}
        </li>
      ))}
    </List>
  );
}

function BooksMeta({ books, isGerman }: { readonly books: readonly Product[]; readonly isGerman: boolean }) {
  const { t } = useTranslation('base');
  const { url } = useSite();
  return (
    <PageMeta
      title={t('books.meta_title')}
      description={t('books.meta_description')}
      robots={isGerman ? 'index' : 'noindex'}
      isGermanOnly
      structuredData={
        isGerman
          ? import.meta.env.SSR &&
            itemListMarkup(books, (book) => `${url}${localePath('de', `/buecher/${book.slug}`)}`)
          : undefined
      }
    />
  );
}

/** A German book on an English page: its language is marked, and it links to the German page. */
function GermanBook({ book }: { readonly book: Product }) {
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
