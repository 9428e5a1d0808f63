import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { useCartLine } from '#ui/components/carts/add-to-cart.tsx';
import { ShippingTerms } from '#ui/components/carts/goods-terms.tsx';
import { GoodsNotice } from '#ui/components/catalogue/goods-notice.tsx';
import { TextSection } from '#ui/components/catalogue/page-sections.tsx';
import { ProductHero, Purchase, PurchaseTerms } from '#ui/components/catalogue/product-hero.tsx';
import { ReturnTerms } from '#ui/components/consumer-rights/return-terms.tsx';
import { GiftForm } from '#ui/components/gifts/gift-form.tsx';
import { Button, buttonClasses } from '#ui/components/parts/button.tsx';
import { ConfirmDialog } from '#ui/components/parts/dialog/dialog.tsx';
import { NeedsJavaScript } from '#ui/components/parts/fields/needs-javascript.tsx';
import { CheckoutLink } from '#ui/components/parts/links/links.tsx';
import { Split } from '#ui/components/parts/page-parts.tsx';
import { ProductMeta } from '#ui/document/product-meta.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { loadProduct } from '#ui/routes/loaders.ts';
import type { RouteHandle } from '#ui/routes/route-handle.ts';
import text from '#ui/styles/text.module.css';
import type { Route } from './+types/gift-box-route.ts';
import styles from './gift-box.module.css';

export const handle: RouteHandle = {
  productOf: ({ box }: Route.ComponentProps['loaderData']) => box,
};

export async function loader({ context, params }: Route.LoaderArgs) {
  return { box: await loadProduct(context.get(shopContext), params.slug, 'gift_box') };
}

export default function GiftBoxRoute({ loaderData }: Route.ComponentProps) {
  const { box } = loaderData;
  const { t } = useTranslation('base');
  const inCart = useCartLine(box.id);
  const above = [{ title: t('gift_boxes.title'), to: '/geschenkboxen' }] as const;
  return (
    <>
      <ProductMeta product={box} above={above} />
      <ProductHero product={box} above={above} ratio="1/1">
        <Purchase amount={box.price} note={t('gift_box.price_note')}>
          <BoxPurchase key={box.id} box={box} isInCart={inCart > 0} />
        </Purchase>
        <PurchaseTerms>
          {box.stock !== null && <p>{t('gift_box.stock', { count: box.stock })}</p>}
          {box.max_quantity !== null && <p>{t('gift_box.limit', { count: box.max_quantity })}</p>}
          {inCart > 0 && <p>{t('buy.in_cart', { count: inCart })}</p>}
          <ShippingTerms />
          <ReturnTerms kind={box.kind} />
          <NeedsJavaScript />
        </PurchaseTerms>
      </ProductHero>
      <Split title={t('gift_box.contents')}>
        <ul className={styles.contents}>
          {box.details.contents.map((thing) => (
            <li key={thing}>{thing}</li>
          ))}
        </ul>
      </Split>
      <div id="gift-form" tabIndex={-1}>
        <Split title={t('gift_box.form_title')} note={t('gift_box.form_note')}>
          <GiftForm key={box.id} product={box} isCode={false} />
        </Split>
      </div>
      <TextSection title={t('gift.about')} texts={box.description} />
      {box.details.manufacturer !== null && (
        <Split title={t('book.manufacturer')}>
          <p>
            {box.details.manufacturer.name}, {nonBreaking(box.details.manufacturer.address)},{' '}
            <a href={`mailto:${box.details.manufacturer.email}`}>{box.details.manufacturer.email}</a>
          </p>
          <p className={`${text.small} ${text.muted}`}>{t('book.manufacturer_note')}</p>
          <GoodsNotice warnings={box.details.warnings} />
        </Split>
      )}
    </>
  );
}

interface BoxPurchaseProps {
  readonly box: ProductCard;
  readonly isInCart: boolean;
}

/**
 * A link to the form; for a box in the cart a link to the checkout, and a button to remove it after confirmation
 * (docs/behaviour/gifts.md#gift-box-page).
 */
function BoxPurchase({ box, isInCart }: BoxPurchaseProps) {
  const { t } = useTranslation(['base', 'component']);
  const { actions } = useShop();
  const [isConfirming, setConfirming] = useState(false);
  // The control that opened the dialog, or the one that replaces it.
  const afterDialog = useRef<HTMLButtonElement & HTMLAnchorElement>(null);
  return (
    <>
      {isInCart ? (
        <>
          <CheckoutLink size="large">{t('buy.to_checkout')}</CheckoutLink>
          <Button ref={afterDialog} kind="text" onClick={() => setConfirming(true)}>
            {t('gift_box.delete')}
          </Button>
        </>
      ) : box.is_available ? (
        <a ref={afterDialog} className={buttonClasses({ size: 'large' })} href="#gift-form">
          {t('gift.to_form')}
        </a>
      ) : (
        <Button size="large" disabled>
          {t('buy.sold_out')}
        </Button>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        onClose={() => setConfirming(false)}
        title={t('component:giftBox.deleteTitle')}
        description={t('gift_box.delete_text', { name: box.title })}
        confirmLabel={t('gift_box.delete_confirm')}
        finalFocus={afterDialog}
        onConfirm={() => actions.removeFromCart(box.id)}
      />
    </>
  );
}
