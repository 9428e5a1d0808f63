import { useTranslation } from 'react-i18next';
import { data } from 'react-router';
import type { OtherDetails, ProductPage } from '#core/model/product.ts';
import { buttonClasses } from '#ui/components/button.tsx';
import { GiftForm } from '#ui/components/gift-form.tsx';
import { NeedsJavaScript } from '#ui/components/needs-javascript.tsx';
import { Paragraphs, Split } from '#ui/components/page-parts.tsx';
import { ProductHero, Purchase, PurchaseTerms } from '#ui/components/product-hero.tsx';
import { ProductList } from '#ui/components/product-list.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { useViewedProduct } from '#ui/hooks/use-viewed-product.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/gift-route.ts';

type Gift = ProductPage & { readonly details: OtherDetails };

export async function loader({ context, params }: Route.LoaderArgs) {
  const gift = valueOrThrow(await context.get(shopContext).api.getProduct({ params: { slug: params.slug } }));
  if (!isCode(gift)) throw data(null, { status: 404 });
  return { gift };
}

/** Gifts and vouchers are codes; boxes have another page. */
function isCode(product: ProductPage): product is Gift {
  return product.details.kind === 'gift' || product.details.kind === 'voucher';
}

export default function GiftRoute({ loaderData }: Route.ComponentProps) {
  const { gift } = loaderData;
  const { t } = useTranslation('base');
  const above = [{ title: t('gifts.title'), to: '/geschenke' }] as const;
  useViewedProduct(gift);
  return (
    <>
      <ProductMeta product={gift} above={above} />
      <ProductHero product={gift} above={above} ratio="1/1">
        <Purchase
          amount={gift.price}
          note={t(`gift.price_note.${gift.details.kind === 'voucher' ? 'voucher' : 'gift'}`)}
        >
          <a className={buttonClasses({ size: 'large' })} href="#gift-form">
            {t('gift.to_form')}
          </a>
        </Purchase>
        <PurchaseTerms>
          <p>{gift.delivery_note}</p>
          <NeedsJavaScript />
        </PurchaseTerms>
      </ProductHero>
      <div id="gift-form">
        <Split title={t('gift.form_title')} note={t('gift.form_note')}>
          <GiftForm product={gift} isCode />
        </Split>
      </div>
      <Split title={t('gift.about')}>
        <div className={text.prose}>
          <Paragraphs texts={gift.description} />
        </div>
      </Split>
      {gift.details.companions.length > 0 && (
        <Split title={t('gift.gives')}>
          <ProductList products={gift.details.companions} isNarrow />
        </Split>
      )}
    </>
  );
}
