import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { data, redirectDocument } from 'react-router';
import type { BookDetails, ProductPage } from '#core/model/product.ts';
import { localePath } from '#core/rules/navigation.ts';
import { AddToCart, useCartLine } from '#ui/components/add-to-cart.tsx';
import { FactList } from '#ui/components/fact-list.tsx';
import { NeedsJavaScript } from '#ui/components/needs-javascript.tsx';
import { Paragraphs, Split } from '#ui/components/page-parts.tsx';
import { ProductHero, Purchase, PurchaseTerms, ShippingTerms } from '#ui/components/product-hero.tsx';
import { ProductList } from '#ui/components/product-list.tsx';
import { QuantityStepper } from '#ui/components/quantity-stepper.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { useViewedProduct } from '#ui/hooks/use-viewed-product.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import type { Route } from './+types/book-route.ts';
import styles from './book.module.css';

type Book = ProductPage & { readonly details: BookDetails };

export async function loader({ context, params }: Route.LoaderArgs) {
  // Book pages exist in German only.
  if (params.locale !== 'de') throw redirectDocument(localePath('de', `/buecher/${params.slug}`));
  const book = valueOrThrow(await context.get(shopContext).api.getProduct({ params: { slug: params.slug } }));
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
      <BookHero book={book} quantity={quantity} onQuantity={setQuantity} />
      <Split title={t('book.about')}>
        <div className={styles.text}>
          <Paragraphs texts={book.description} />
        </div>
      </Split>
      <BookFacts details={book.details} />
      {book.details.companions.length > 0 && (
        <Split title={t('book.courses', { count: book.details.companions.length })}>
          <ProductList products={book.details.companions} isNarrow />
        </Split>
      )}
    </>
  );
}

interface BookHeroProps {
  readonly book: ProductPage;
  readonly quantity: number;
  readonly onQuantity: (quantity: number) => void;
}

/** Cover, title, price, quantity, and what delivery takes and costs. */
function BookHero({ book, quantity, onQuantity }: BookHeroProps) {
  const { t } = useTranslation('base');
  const inCart = useCartLine(book.id);
  const left = book.max_quantity === null ? null : Math.max(1, book.max_quantity - inCart);
  return (
    <ProductHero product={book} above={[{ title: t('books.title'), to: '/buecher' }]} ratio="2/3">
      <Purchase amount={book.price} note={t('book.price_note')}>
        {book.is_available && (
          <QuantityStepper quantity={quantity} maximum={left} name={book.title} onChange={onQuantity} />
        )}
        <AddToCart product={book} quantity={quantity} size="large" />
      </Purchase>
      <PurchaseTerms>
        <ShippingTerms />
        {book.is_fixed_price && <p>{t('book.fixed_price')}</p>}
        {inCart > 0 && <p>{t('buy.in_cart', { count: inCart })}</p>}
        <NeedsJavaScript />
      </PurchaseTerms>
    </ProductHero>
  );
}

/** The edition and the manufacturer's data (docs/behaviour/consumer-rights.md#manufacturer-data). */
function BookFacts({ details }: { readonly details: BookDetails }) {
  const { t } = useTranslation('base');
  const { manufacturer } = details;
  return (
    <Split title={t('book.facts')}>
      <FactList
        className={styles.facts}
        facts={[
          { label: t('book.pages'), value: t('book.pages_value', { count: details.pages }) },
          { label: t('book.format'), value: details.format },
          { label: t('book.language'), value: t('book.language_value') },
          { label: t('book.isbn'), value: details.isbn },
          {
            label: t('book.manufacturer'),
            value: (
              <>
                {manufacturer.name}
                <br />
                {manufacturer.address}
                <br />
                <a href={`mailto:${manufacturer.email}`}>{manufacturer.email}</a>
                <p className={styles.remark}>{t('book.manufacturer_note')}</p>
              </>
            ),
          },
        ]}
      />
      <p className={styles.guarantee}>{t('book.guarantee')}</p>
    </Split>
  );
}
