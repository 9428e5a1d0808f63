import { useTranslation } from 'react-i18next';
import type { BundleOffer } from '#core/model/product.ts';
import { mayWatch } from '#core/rules/accounts/access.ts';
import { formatPrice } from '#core/rules/basics/money.ts';
import { missingProducts } from '#core/rules/catalogue/bundles.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { CheckoutLink, ShopLink } from '#ui/components/parts/links/links.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { CoverPicture } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { PriceNote } from '#ui/components/parts/price-note.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useCheckoutAfterAdding } from '#ui/hooks/use-checkout-after-adding.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import layout from '#ui/styles/layout.module.css';
import styles from './bundle-offer.module.css';
import { GoodsTerms } from './goods-terms.tsx';

interface BundleOffersProps {
  readonly offers: readonly BundleOffer[];
}

/** The bundle offers of a product on its page. Renders nothing if none applies to this shopper. */
export function BundleOffers({ offers }: BundleOffersProps) {
  const { t } = useTranslation('component');
  const shown = useUsefulOffers(offers);
  if (shown.length === 0) return null;
  const isLower = shown.some(({ reference }) => reference !== null);
  return (
    <section
      className={`${layout.wrap} ${styles.section}`}
      aria-label={t(isLower ? 'bundle.title' : 'bundle.title_plain')}
    >
      {shown.map((offer) => (
        <BundleCard key={offer.id} offer={offer} />
      ))}
    </section>
  );
}

/** Bundle offers of which the cart contains some, but not all products. */
export function CartBundleOffers() {
  const shop = useShop();
  const { products, bundle_offers } = useStore(shop.stores.cart, (state) => state.cart);
  const ids = products.map((item) => item.product_id);
  const open = useUsefulOffers(bundle_offers).filter((offer) => missingProducts(offer, ids).length > 0);
  if (open.length === 0) return null;
  return (
    <List className={styles.inCart}>
      {open.map((offer) => (
        <li key={offer.id} className={styles.row}>
          <MissingProducts offer={offer} ids={ids} />
          <AddBundle offer={offer} />
        </li>
      ))}
    </List>
  );
}

/**
 * Returns offers that can be bought now, without those that contain a product the learner owns or can watch as a
 * member.
 */
function useUsefulOffers(offers: readonly BundleOffer[]): readonly BundleOffer[] {
  const learner = useLearner();
  return offers.filter(
    ({ is_available, products }) =>
      is_available &&
      !products.some(
        ({ product_id, product_data }) => product_data.kind === 'course' && mayWatch(learner, product_id),
      ),
  );
}

function BundleCard({ offer }: { readonly offer: BundleOffer }) {
  const { t } = useTranslation('component');
  return (
    <div className={styles.card}>
      <div className={styles.covers} aria-hidden="true">
        {offer.products.map(({ product_id, product_data }) => (
          <CoverPicture key={product_id} name={product_data.cover} />
        ))}
      </div>
      <div className={styles.words}>
        <p className={styles.eyebrow}>
          {t(offer.reference === null ? 'bundle.title_plain' : 'bundle.title')}
        </p>
        <h2 className={styles.title}>{offer.title}</h2>
        <List className={styles.products}>
          {offer.products.map(({ product_id, product_data }) => (
            <li key={product_id}>
              <ShopLink to={productPath(product_data)}>{product_data.product_name}</ShopLink>
            </li>
          ))}
        </List>
      </div>
      <div className={styles.buy}>
        <BundlePrice offer={offer} />
        <AddBundle offer={offer} />
        <BundledGoods products={offer.products} />
      </div>
    </div>
  );
}

/** Legal information on the goods of an offer, required beside the button. */
function BundledGoods({ products }: Pick<BundleOffer, 'products'>) {
  if (products.every(({ safety }) => safety === null)) return null;
  return (
    <div className={styles.note}>
      {products.map(({ product_id, product_data, safety }) => (
        <GoodsTerms key={product_id} product={{ title: product_data.product_name, safety }} />
      ))}
    </div>
  );
}

/** The bundle price with its reference price. */
function BundlePrice({ offer }: { readonly offer: BundleOffer }) {
  return (
    <div>
      <p className={styles.price}>
        <Price amount={offer.price} size="large" /> <Reference offer={offer} />
      </p>
      <p className={styles.note}>
        <PriceNote product={{ is_shipped: isShipped(offer) }} />
      </p>
    </div>
  );
}

/** The reference price of an offer. Renders nothing if the bundle may not be advertised as cheaper. */
function Reference({ offer: { reference } }: { readonly offer: BundleOffer }) {
  const { t } = useTranslation('component');
  const locale = useLocale();
  if (reference === null) return null;
  return <span>{t('bundle.instead', { reference: formatPrice(reference, locale) })}</span>;
}

function isShipped({ products }: BundleOffer): boolean {
  return products.some(({ product_data }) => product_data.is_shipped);
}

function MissingProducts({ offer, ids }: { readonly offer: BundleOffer; readonly ids: readonly string[] }) {
  const { t } = useTranslation('component');
  const locale = useLocale();
  const missing = missingProducts(offer, ids);
  const products = offer.products.filter(({ product_id }) => missing.includes(product_id));
  const names = new Intl.ListFormat(locale).format(
    products.map(({ product_data: { product_name: name } }) => t('bundle.name', { name })),
  );
  return (
    <div>
      <p className={styles.rowTitle}>{t('bundle.with', { names })}</p>
      <p className={styles.note}>
        {t('bundle.together', { price: formatPrice(offer.price, locale) })} <Reference offer={offer} />,{' '}
        <PriceNote product={{ is_shipped: isShipped(offer) }} />
      </p>
      <BundledGoods products={products} />
    </div>
  );
}

/** Adds those products of the offer that are not in the cart yet. */
function AddBundle({ offer }: { readonly offer: BundleOffer }) {
  const { t } = useTranslation(['component', 'base']);
  const shop = useShop();
  const { isBusy, run } = useBusy();
  const products = useStore(shop.stores.cart, (state) => state.cart.products);
  const ids = products.map((item) => item.product_id);
  const missing = missingProducts(offer, ids).length;
  const { noteAdding, link } = useCheckoutAfterAdding(missing === 0);

  async function add(): Promise<void> {
    noteAdding();
    const response = await shop.actions.addBundle(offer);
    if (!response.ok) return;
    noteAdding();
    shop.actions.showNotification({
      title: { text: offer.title },
      message: { key: 'component:bundle.added' },
    });
  }

  if (missing === 0) {
    return (
      <>
        <p className={styles.added}>
          <Icon name="check" /> {t('bundle.in_cart')}
        </p>
        <CheckoutLink kind="outline" {...link}>
          {t('base:buy.to_checkout')}
        </CheckoutLink>
      </>
    );
  }
  return (
    <Button kind="outline" isLoading={isBusy} onClick={() => run(add)}>
      {missing < offer.product_ids.length
        ? t('bundle.add_missing')
        : missing === 2
          ? t('bundle.add_both')
          : t('bundle.add_all', { count: missing })}
    </Button>
  );
}
