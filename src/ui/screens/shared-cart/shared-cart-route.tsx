import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData } from 'react-router';
import type { ProductCard } from '#core/model/product.ts';
import { quantities } from '#core/rules/cart-lines.ts';
import { productPath } from '#core/rules/catalogue.ts';
import { formatPrice } from '#core/rules/money.ts';
import { offeredPieces, parseSharedCart } from '#core/rules/shared-cart.ts';
import { Button } from '#ui/components/button.tsx';
import { CheckoutLink, ShopLink } from '#ui/components/links.tsx';
import { NeedsJavaScript } from '#ui/components/needs-javascript.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { EmptyState, List, PageHead } from '#ui/components/page-parts.tsx';
import { CoverPicture } from '#ui/components/picture.tsx';
import { PageMeta } from '#ui/document/page-meta.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { shopContext } from '#ui/routes/contexts.ts';
import { valueOrThrow } from '#ui/routes/loaders.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './shared-cart.module.css';

/** A product of the link that is sold. */
interface SharedItem {
  readonly product: ProductCard;
  readonly quantity: number;
}

/** Loads the products that the address names, and counts those that are no longer sold. */
async function loadSharedCart({ context, request }: LoaderFunctionArgs) {
  const products = parseSharedCart(new URL(request.url).searchParams.get('produkte'));
  const { api } = context.get(shopContext);
  const ids = products.map(({ product_id }) => product_id).join(',');
  const cards = ids === '' ? [] : valueOrThrow(await api.listProductCards({ query: { ids } }));
  const items: SharedItem[] = cards.map((product) => ({
    product,
    quantity: products.find(({ product_id }) => product_id === product.id)?.quantity ?? 1,
  }));
  return { items, gone: products.length - items.length };
}

export const loader = loadSharedCart;
export const clientLoader = loadSharedCart;

/** Offers the products of a link; nothing is added before the button is pressed (docs/behaviour/cart.md#shared-cart). */
export default function SharedCartRoute() {
  const { t } = useTranslation('cart');
  const { items, gone } = useLoaderData<typeof loader>();
  return (
    <>
      <PageMeta title={t('shared.title')} description={t('shared.meta')} robots="noindex" />
      <div className={`${layout.wrap} ${styles.page}`}>
        {items.length === 0 ? (
          <EmptyState
            title={t('shared.empty.title')}
            text={t('shared.empty.text')}
            link={{ to: '/kurse', label: t('shared.empty.action') }}
          />
        ) : (
          <>
            <PageHead title={t('shared.title')} lead={t('shared.lead')} />
            {gone > 0 && <Notice>{t('shared.gone', { count: gone })}</Notice>}
            <SharedItems items={items} />
            <NeedsJavaScript />
          </>
        )}
      </div>
    </>
  );
}

function SharedItems({ items }: { readonly items: readonly SharedItem[] }) {
  const { t } = useTranslation('cart');
  const locale = useLocale();
  const { actions, stores } = useShop();
  const lines = useStore(stores.cart, ({ cart }) => cart.products);
  const owned = useLearner()?.courses ?? [];
  const { isBusy, run } = useBusy();
  const [isAdded, setAdded] = useState(false);
  const present = quantities(lines);
  const offers = items.map(({ product, quantity }) => ({
    product,
    quantity,
    offered: offeredPieces(product, {
      quantity,
      inCart: present.get(product.id) ?? 0,
      isOwned: owned.includes(product.id),
    }),
  }));
  const wanted = offers.flatMap(({ product, offered }) =>
    typeof offered === 'number' ? [{ product, quantity: offered }] : [],
  );

  async function add(): Promise<void> {
    const response = await actions.addProducts(wanted);
    if (response.ok) setAdded(true);
  }

  return (
    <>
      <List className={styles.items}>
        {offers.map(({ product, quantity, offered }) => (
          <li key={product.id} className={styles.item}>
            <CoverPicture name={product.picture} />
            <div>
              <h2 className={styles.title}>
                <ShopLink to={productPath(product)}>{product.title}</ShopLink>
              </h2>
              <p>
                {t('shared.each', {
                  quantity: typeof offered === 'number' ? offered : quantity,
                  price: formatPrice(product.price, locale),
                })}
              </p>
              {typeof offered !== 'number' && !isAdded && (
                <p className={styles.quiet}>{t(`shared.${offered}`)}</p>
              )}
            </div>
          </li>
        ))}
      </List>
      {isAdded ? (
        <Notice tone="success" title={t('shared.added_title')} isLive>
          <p>{t('shared.added')}</p>
          <CheckoutLink size="large">{t('shared.to_checkout')}</CheckoutLink>
        </Notice>
      ) : (
        wanted.length > 0 && (
          <Button size="large" isLoading={isBusy} onClick={() => run(add)}>
            {t('shared.add')}
          </Button>
        )
      )}
    </>
  );
}
