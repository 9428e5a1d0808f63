import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartItem } from '#core/model/cart.ts';
import { localePath } from '#core/rules/basics/site-paths.ts';
import { sharedCartRoute } from '#core/rules/carts/shared-cart.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Dialog } from '#ui/components/parts/dialog/dialog.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { ShopLink } from '#ui/components/parts/links/links.tsx';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import styles from './cart-links.module.css';

interface CartLinksProps {
  readonly products: readonly CartItem[];
  /** Hides the link to the cart page on that page itself. */
  readonly isOnPage?: boolean;
}

/** Links to the cart page, a dialog to share the cart, the wish list, and for guests the login. */
export function CartLinks({ products, isOnPage = false }: CartLinksProps) {
  const { t } = useTranslation(['cart', 'component']);
  const isGuest = useLearner() === null;
  return (
    <p className={styles.keeping} data-on-page={isOnPage || undefined}>
      {!isOnPage && (
        <ShopLink to="/warenkorb" prefetch="never">
          {t('keep.page')}
        </ShopLink>
      )}
      {products.length > 0 && <ShareCartButton products={products} />}
      <ShopLink to="/profil/merkliste" prefetch="never">
        {t('keep.wish_list')}
      </ShopLink>
      {products.length > 0 && isGuest && (
        <ShopLink to="/auth/login?ref=cart" prefetch="never">
          {t('component:cart.login')}
        </ShopLink>
      )}
    </p>
  );
}

function ShareCartButton({ products }: { readonly products: readonly CartItem[] }) {
  const { t } = useTranslation('cart');
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={opener} kind="text" onClick={() => setOpen(true)}>
        {t('keep.open')}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t('keep.title')}
        description={t('keep.text')}
        finalFocus={opener}
      >
        <CartLink products={products} />
      </Dialog>
    </>
  );
}

/** The link to share a cart, with a copy button (docs/behaviour/carts.md#shared-cart). */
function CartLink({ products }: { readonly products: readonly CartItem[] }) {
  const { t } = useTranslation('cart');
  const locale = useLocale();
  const field = useRef<HTMLInputElement>(null);
  const [isCopied, setCopied] = useState(false);
  const address = `${window.location.origin}${localePath(locale, sharedCartRoute(products))}`;

  async function copy(): Promise<void> {
    field.current?.select();
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      // Copying is not allowed by the browser: the address is selected to be copied by hand.
      setCopied(false);
    }
  }

  return (
    <div className={styles.link}>
      <TextField ref={field} label={t('keep.link')} value={address} readOnly />
      <Button kind="outline" onClick={copy}>
        {isCopied ? t('keep.copied') : t('keep.copy')}
      </Button>
      <VisuallyHidden role="status">{isCopied ? t('keep.copied') : ''}</VisuallyHidden>
    </div>
  );
}
