import { type ComponentProps, type MouseEvent, type ReactNode, type Ref, useSyncExternalStore } from 'react';
import { Link, PrefetchPageLinks } from 'react-router';
import { localePath, type Route } from '#core/rules/basics/site-paths.ts';
import { type ButtonLook, buttonClasses } from '#ui/components/parts/button.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useNearViewport } from '#ui/hooks/use-near-viewport.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

interface ShopLinkProps extends Omit<ComponentProps<typeof Link>, 'to' | 'prefetch' | 'ref'> {
  /** A route without the locale, with query and hash if needed: `/kurse?group=natur`. */
  readonly to: Route;
  /** By default the target is prefetched when the link is within 200 px of the viewport. */
  readonly prefetch?: 'never' | undefined;
}

/** A link inside the shop, in the page's language, with a view transition. */
export function ShopLink({ to, prefetch, ...rest }: ShopLinkProps) {
  const locale = useLocale();
  const address = localePath(locale, to);
  const { ref, isNear } = useNearViewport<HTMLAnchorElement>(!prefetch && !rest.reloadDocument);
  return (
    <>
      <Link viewTransition {...rest} ref={ref} to={address} />
      {isNear && <NextPage address={address} />}
    </>
  );
}

/**
 * Prefetches code and data of a linked page. Not offline, because the router reloads the document when prefetched code
 * is missing.
 */
function NextPage({ address }: { readonly address: string }) {
  const isOnline = useSyncExternalStore(followConnection, () => navigator.onLine);
  return isOnline && !loadsNothingAhead() && <PrefetchPageLinks page={address} />;
}

function followConnection(onChange: () => void): () => void {
  const following = new AbortController();
  for (const event of ['online', 'offline']) addEventListener(event, onChange, { signal: following.signal });
  return () => following.abort();
}

/** Returns true for visitors who save data, and in the checkout, because leaving it loads a new document. */
function loadsNothingAhead(): boolean {
  const { connection } = navigator as Navigator & { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true || location.pathname.includes('/checkout/');
}

interface LinkButtonProps extends ShopLinkProps, ButtonLook {}

/** A link styled as a button. `reloadDocument` makes it a full page load. */
export function LinkButton({ kind, size, isWide, className, ...rest }: LinkButtonProps) {
  return <ShopLink {...rest} className={buttonClasses({ kind, size, isWide }, className)} />;
}

interface CheckoutLinkProps extends ButtonLook {
  readonly ref?: Ref<HTMLAnchorElement> | undefined;
  readonly className?: string | undefined;
  /** Called when the link is pressed; may call `preventDefault`. */
  readonly onPress?: ((event: MouseEvent) => void) | undefined;
  readonly children: ReactNode;
}

/**
 * A link to the checkout: a full page load. Its address contains the time of the press, and the cart's products, so
 * that the server can render the form (docs/behaviour/checkout-and-payment.md#checkout-page).
 */
export function CheckoutLink({ ref, className, onPress, children, ...look }: CheckoutLinkProps) {
  const locale = useLocale();
  const { cart } = useShop().stores;
  const address = `${localePath(locale, '/checkout/shop')}?dialog=address`;
  return (
    <a
      ref={ref}
      className={buttonClasses(look, className)}
      href={address}
      onClick={(event) => {
        onPress?.(event);
        const products = cart.snapshot.cart.products.map((line) => `${line.product_id}~${line.quantity}`);
        event.currentTarget.setAttribute(
          'href',
          `${address}&t=${Date.now()}&produkte=${products.slice(0, 30)}`,
        );
      }}
    >
      {children}
    </a>
  );
}
