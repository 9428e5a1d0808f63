import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CartItem } from '#core/model/cart.ts';
import { productPath } from '#core/rules/catalogue.ts';
import { Button, IconButton } from '#ui/components/button.tsx';
import { Dialog } from '#ui/components/dialog/dialog.tsx';
import { ShopLink } from '#ui/components/links.tsx';
import { List } from '#ui/components/page-parts.tsx';
import { Price } from '#ui/components/price.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './cart-keeping.module.css';

const KeepCart = lazy(async () => ({ default: (await import('./keep-cart.tsx')).KeepCart }));

/** What was saved for later, a dialog that keeps the cart by link or mail, and the way to the wish list. */
export function CartKeeping({ products }: { readonly products: readonly CartItem[] }) {
  const { t } = useTranslation('cart');
  return (
    <div className={styles.keeping}>
      <SavedItems />
      <p className={styles.ways}>
        {products.length > 0 && <KeepCartButton products={products} />}
        <ShopLink to="/profil/merkliste" prefetch="never">
          {t('keep.wish_list')}
        </ShopLink>
      </p>
    </div>
  );
}

function KeepCartButton({ products }: { readonly products: readonly CartItem[] }) {
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
        <Suspense fallback={null}>
          <KeepCart products={products} />
        </Suspense>
      </Dialog>
    </>
  );
}

/** Saved items with their ways back into the cart and out of the list; nothing while there are none. */
function SavedItems() {
  const { t } = useTranslation('cart');
  const { actions, stores } = useShop();
  const owner = useLearner()?.sub ?? 'guest';
  const state = useStore(stores.savedItems, (saved) => saved);
  const { isBusy, run } = useBusy();

  useEffect(() => {
    if (state.owner !== owner) void actions.loadSavedItems();
  }, [actions, owner, state.owner]);

  if (state.owner !== owner || state.items.length === 0) return null;
  return (
    <section aria-labelledby="saved-items-title">
      <h3 id="saved-items-title">{t('saved.title')}</h3>
      <List className={styles.items}>
        {state.items.map((item) => (
          <li key={item.line_id} className={styles.item}>
            <span className={styles.name}>
              <ShopLink to={productPath(item.product_data)} prefetch="never">
                {item.product_data.product_name}
              </ShopLink>
              {item.quantity > 1 && <span>{t('saved.quantity', { quantity: item.quantity })}</span>}
            </span>
            <Price amount={item.price} />
            <Button
              kind="text"
              isLoading={isBusy}
              aria-label={t('saved.move_of', { name: item.product_data.product_name })}
              onClick={() => run(() => actions.restoreSaved(item))}
            >
              {t('saved.move')}
            </Button>
            <IconButton
              icon="trash"
              label={t('saved.remove', { name: item.product_data.product_name })}
              onClick={() => run(() => actions.removeSaved(item.line_id))}
            />
          </li>
        ))}
      </List>
    </section>
  );
}
