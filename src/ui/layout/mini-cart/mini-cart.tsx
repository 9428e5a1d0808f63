import { type PointerEvent, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { formatPrice } from '#core/rules/basics/money.ts';
import { Spinner } from '#ui/components/parts/button.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { VisuallyHidden } from '#ui/components/parts/visually-hidden.tsx';
import { isDialogOpen, useDismiss } from '#ui/hooks/overlays/use-dismiss.ts';
import { useCloseOnBack } from '#ui/hooks/overlays/use-overlay-history.ts';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './mini-cart.module.css';

const loadPanel = () => import('./mini-cart-panel.tsx');
const MiniCartPanel = lazyPart(loadPanel, 'MiniCartPanel');

/** `hovered`: open while the pointer is over it; `pinned`: opened by a press, until it is closed. */
type OverlayState = 'closed' | 'hovered' | 'pinned';

/** Delay in milliseconds before a hovered overlay closes after the pointer has left. */
const hoverCloseDelay = 300;

/**
 * The cart icon with its count, and the overlay that opens on hover or press. The space for the count is reserved while
 * the cart is loading.
 */
export function MiniCart() {
  const { t } = useTranslation('component');
  const shop = useShop();
  const isKnown = useStore(shop.stores.cart, (state) => state.status !== 'loading');
  const amount = useStore(shop.stores.cart, (state) => state.cart.amount);
  const { key } = useLocation();
  const [overlay, setOverlay] = useState<OverlayState>('closed');
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const closing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const id = useId();
  const isOpen = overlay !== 'closed';

  function close(): void {
    setOverlay('closed');
    if (root.current?.contains(document.activeElement)) button.current?.focus();
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a followed link closes the overlay, also one to this page
  useEffect(close, [key]);
  useEffect(() => () => clearTimeout(closing.current), []);
  // A hovered overlay ignores focus changes: a button beside it may just have moved the focus.
  useDismiss(root, isOpen, close, overlay === 'pinned');
  useCloseOnBack(overlay === 'pinned', close);

  function enter(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(closing.current);
    setOverlay((present) => (present === 'closed' ? 'hovered' : present));
  }

  /** Always sets the timer: if the pointer left before the overlay was rendered, nothing else would close it. */
  function leave(event: PointerEvent): void {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(closing.current);
    closing.current = setTimeout(() => {
      setOverlay((present) => (present === 'hovered' && !isDialogOpen() ? 'closed' : present));
    }, hoverCloseDelay);
  }

  return (
    <div ref={root} className={styles.root} onPointerEnter={enter} onPointerLeave={leave}>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-label={isKnown ? t('cart.button_with', { count: amount }) : t('cart.button')}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOverlay(overlay === 'pinned' ? 'closed' : 'pinned')}
        onFocus={() => void loadPanel()}
        onPointerDown={() => void loadPanel()}
      >
        <Icon name="bag" className={styles.icon} />
        {isKnown && amount > 0 && <span className={styles.count}>{amount}</span>}
      </button>
      <CartAnnouncer />
      {isOpen && (
        <>
          <div className={styles.scrim} aria-hidden="true" />
          <section
            id={id}
            className={styles.panel}
            role="dialog"
            aria-label={t('cart.title')}
            data-cart=""
            data-locks-scroll={overlay === 'pinned' ? '' : undefined}
          >
            <Suspense fallback={<Waiting />}>
              <MiniCartPanel isPinned={overlay === 'pinned'} onClose={close} />
            </Suspense>
          </section>
        </>
      )}
    </div>
  );
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <Spinner />
    </div>
  );
}

/** Announces the number of items and the total to screen readers when they change after load. */
function CartAnnouncer() {
  const { t } = useTranslation('component');
  const shop = useShop();
  const locale = useLocale();
  const isReady = useStore(shop.stores.cart, (state) => state.status === 'ready');
  const amount = useStore(shop.stores.cart, (state) => state.cart.amount);
  const total = useStore(shop.stores.cart, (state) => state.cart.total);
  const [message, setMessage] = useState('');
  const known = useRef<string | null>(null);

  useEffect(() => {
    if (!isReady) return;
    const next = t('cart.changed', {
      items: t('cart.items', { count: amount }),
      total: formatPrice(total, locale),
    });
    if (known.current !== null && known.current !== next) setMessage(next);
    known.current = next;
  }, [isReady, amount, total, locale, t]);

  return <VisuallyHidden role="status">{message}</VisuallyHidden>;
}
