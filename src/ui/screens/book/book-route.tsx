import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { data, redirectDocument } from 'react-router';
import type { BookDetails, ProductPage } from '#core/rules/catalogue.ts';
import { localePath } from '#core/rules/navigation.ts';
import { answerOrThrow } from '#ui/answer-or-throw.ts';
import { List } from '#ui/components/list/list.tsx';
import { ProductCard } from '#ui/components/product-card/product-card.tsx';
import { ProductMeta } from '#ui/components/product-meta/product-meta.tsx';
import { Split } from '#ui/components/split/split.tsx';
import { useViewedProduct } from '#ui/hooks/use-viewed-product.ts';
import { shopContext } from '#ui/shop-context.ts';
import layout from '#ui/styles/layout.module.css';
import type { Route } from './+types/book-route.ts';
import styles from './book.module.css';
import { BookFacts } from './book-facts.tsx';
import { BookOpening } from './book-opening.tsx';

type Book = ProductPage & { readonly details: BookDetails };

export async function loader({ context, params }: Route.LoaderArgs) {
  // Book pages exist in German only (decisions §7): other languages are led there.
  if (params.locale !== 'de') throw redirectDocument(localePath('de', `/buecher/${params.slug}`));
  const book = answerOrThrow(await context.get(shopContext).queries.getProduct(params.slug));
  if (!isBook(book)) throw data(null, { status: 404 });
  return { book };
}

function isBook(product: ProductPage): product is Book {
  return product.details.kind === 'book';
}

export default function BookRoute({ loaderData }: Route.ComponentProps) {
  const { book } = loaderData;
  const { t } = useTranslation('base');
  const [quantity, setQuantity] = useState(1);
  useViewedProduct(book);
  return (
    <>
      <ProductMeta product={book} above={[{ title: t('books.title'), to: '/buecher' }]} isGermanOnly />
      <BookOpening book={book} quantity={quantity} onQuantity={setQuantity} />
      <Split title={t('book.about')}>
        <div className={styles.text}>
          {book.description.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </div>
      </Split>
      <BookFacts details={book.details} />
      {book.details.companions.length > 0 && (
        <Split title={t('book.courses', { count: book.details.companions.length })}>
          <List className={`${layout.cards} ${layout.beside}`}>
            {book.details.companions.map((course) => (
              <li key={course.id}>
                <ProductCard product={course} />
              </li>
            ))}
          </List>
        </Split>
      )}
    </>
  );
}
