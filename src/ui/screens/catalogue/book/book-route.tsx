import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { redirectDocument } from 'react-router';
import type { BookDetails, ProductPage } from '#core/model/product.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { AddToCart, useCartLine } from '#ui/components/carts/add-to-cart.tsx';
import { ShippingTerms } from '#ui/components/carts/goods-terms.tsx';
import { QuantityStepper } from '#ui/components/carts/quantity-stepper.tsx';
import { GoodsNotice } from '#ui/components/catalogue/goods-notice.tsx';
import { ProductSection, TextSection } from '#ui/components/catalogue/page-sections.tsx';
import { ProductHero, Purchase, PurchaseTerms } from '#ui/components/catalogue/product-hero.tsx';
import { ReturnTerms } from '#ui/components/consumer-rights/return-terms.tsx';
import { FactList } from '#ui/components/parts/fact-list.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { Split } from '#ui/components/parts/page-parts.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { loadProduct } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import type { Route } from './+types/book-route.ts';
import styles from './book.module.css';
import { piecesToAdd } from './pieces-to-add.ts';

export const handle: RouteHandle = {
  productOf: ({ book }: Route.ComponentProps['loaderData']) => book,
};

export async function loader({ context, params }: Route.LoaderArgs) {
  // Book pages exist in German only.
  if (params.locale !== 'de') throw redirectDocument(localePath('de', `/buecher/${params.slug}`));
  return { book: await loadProduct(context.get(shopContext), params.slug, 'book') };
}

export default function BookRoute({ loaderData }: Route.ComponentProps) {
  const { book } = loaderData;
  const { t } = useTranslation('base');
  return (
    <>
      <ProductMeta product={book} above={[{ title: t('books.title'), to: '/buecher' }]} isGermanOnly />
      <BookHero key={book.id} book={book} />
      <TextSection title={t('book.about')} texts={book.description} />
      <BookFacts details={book.details} />
      <ProductSection
        title={t('book.courses', { count: book.details.companions.length })}
        products={book.details.companions}
      />
    </>
  );
}

/** Cover, title, price, quantity, delivery time and shipping costs. */
function BookHero({ book }: { readonly book: ProductPage }) {
  const { t } = useTranslation('base');
  const [chosen, setChosen] = useState(1);
  const inCart = useCartLine(book.id);
  const { left, quantity } = piecesToAdd(book, inCart, chosen);
  return (
    <ProductHero product={book} above={[{ title: t('books.title'), to: '/buecher' }]} ratio="2/3">
      <Purchase amount={book.price} note={t('book.price_note')}>
        {book.is_available && (
          <QuantityStepper quantity={quantity} maximum={left} name={book.title} onChange={setChosen} />
        )}
        <AddToCart product={book} quantity={quantity} size="large" />
      </Purchase>
      <PurchaseTerms>
        <ShippingTerms />
        <ReturnTerms kind={book.kind} />
        {book.is_fixed_price && <p>{t('book.fixed_price')}</p>}
        {inCart > 0 && <p>{t('buy.in_cart', { count: inCart })}</p>}
        <NeedsJavaScript />
      </PurchaseTerms>
    </ProductHero>
  );
}

/** Details of the edition and the manufacturer (docs/behaviour/consumer-rights.md#manufacturer-data). */
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
          details.isbn !== null && { label: t('book.isbn'), value: details.isbn },
          {
            label: t('book.manufacturer'),
            value: (
              <>
                {manufacturer.name}
                <br />
                {nonBreaking(manufacturer.address)}
                <br />
                <a href={`mailto:${manufacturer.email}`}>{manufacturer.email}</a>
                <p className={styles.remark}>{t('book.manufacturer_note')}</p>
              </>
            ),
          },
        ]}
      />
      <div className={styles.guarantee}>
        <GoodsNotice warnings={details.warnings} />
      </div>
    </Split>
  );
}
