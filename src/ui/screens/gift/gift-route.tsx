import { useTranslation } from 'react-i18next';
import { buttonClasses } from '#ui/components/button.tsx';
import { GiftForm } from '#ui/components/gift-form.tsx';
import { NeedsJavaScript } from '#ui/components/needs-javascript.tsx';
import { Split } from '#ui/components/page-parts.tsx';
import { ProductSection, TextSection } from '#ui/components/page-sections.tsx';
import { ProductHero, Purchase, PurchaseTerms } from '#ui/components/product-hero.tsx';
import { ReturnTerms } from '#ui/components/return-terms.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { useViewedProduct } from '#ui/hooks/use-viewed-product.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { loadProduct } from '#ui/routes/loaders.ts';
import type { Route } from './+types/gift-route.ts';

export async function loader({ context, params }: Route.LoaderArgs) {
  // Gifts and vouchers are codes; boxes have another page.
  return { gift: await loadProduct(context.get(shopContext), params.slug, 'gift', 'voucher') };
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
          <ReturnTerms kind={gift.kind} />
          <NeedsJavaScript />
        </PurchaseTerms>
      </ProductHero>
      <div id="gift-form">
        <Split title={t('gift.form_title')} note={t('gift.form_note')}>
          <GiftForm
            product={gift}
            isCode
            opens={{
              title: gift.details.companions[0]?.title ?? gift.title,
              value: gift.kind === 'voucher' ? gift.price : null,
            }}
          />
        </Split>
      </div>
      <TextSection title={t('gift.about')} texts={gift.description} />
      <ProductSection title={t('gift.gives')} products={gift.details.companions} />
    </>
  );
}
