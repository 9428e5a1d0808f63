import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/rules/catalogue.ts';
import { Button } from '#ui/components/button/button.tsx';
import { CheckoutLink } from '#ui/components/checkout-link/checkout-link.tsx';
import { ConfirmDialog } from '#ui/components/dialog/confirm-dialog.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';

/** A box that lies in the cart: on to the checkout, or out again after a question (specification §2 "Other UI"). */
export function TakeBoxOut({ box }: { readonly box: ProductCard }) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const [isAsking, setAsking] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <CheckoutLink size="large">{t('buy.to_checkout')}</CheckoutLink>
      <Button ref={opener} kind="text" onClick={() => setAsking(true)}>
        {t('gift_box.delete')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={t('gift_box.delete_title')}
        description={t('gift_box.delete_text', { name: box.title })}
        confirmLabel={t('gift_box.delete_confirm')}
        finalFocus={opener}
        onConfirm={() => actions.removeFromCart(box.id)}
      />
    </>
  );
}
