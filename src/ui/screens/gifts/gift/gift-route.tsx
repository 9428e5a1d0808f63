import { useTranslation } from 'react-i18next';
import { ProductSection, TextSection } from '#ui/components/catalogue/page-sections.tsx';
import { ProductHero, Purchase, PurchaseTerms } from '#ui/components/catalogue/product-hero.tsx';
import { ReturnTerms } from '#ui/components/consumer-rights/return-terms.tsx';
import { GiftForm } from '#ui/components/gifts/gift-form.tsx';
import { buttonClasses } from '#ui/components/parts/button.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { Split } from '#ui/components/parts/page-parts.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { loadProduct } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import type { Route } from './+types/gift-route.ts';

export const handle: RouteHandle = {
  productOf: ({ gift }: Route.ComponentProps['loaderData']) => gift,
};

export async function loader({ context, params }: Route.LoaderArgs) {
  // Gifts and vouchers are codes; boxes have another page.
  return { gift: await loadProduct(context.get(shopContext), params.slug, 'gift', 'voucher') };
}

export default function GiftRoute({ loaderData }: Route.ComponentProps) {
  const { gift } = loaderData;
  const { t } = useTranslation('base');
  const above = [{ title: t('gifts.title'), to: '/geschenke' }] as const;
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
      <div id="gift-form" tabIndex={-1}>
        <Split title={t('gift.form_title')} note={t('gift.form_note')}>
          <GiftForm
            key={gift.id}
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
