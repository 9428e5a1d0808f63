import { Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Popup } from '#core/model/content.ts';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { useLayoutParts } from '#ui/layout/use-layout-parts.ts';

const PopupWindow = lazyPart(() => import('./popup-window.tsx'), 'PopupWindow');

/** Milliseconds on a page before a popup is shown. */
const popupDelay = 6000;

interface Shown {
  readonly path: string;
  readonly popup: Popup;
}

/**
 * The live region of popups. A popup is requested after a delay and only after the consent banner was answered; never
 * on pages without navigation (docs/behaviour/marketing.md#popups).
 */
export function PopupSlot() {
  const { actions, queries, stores } = useShop();
  const { navigation } = useLayoutParts();
  const { pathname } = useLocation();
  const isDecided = useStore(stores.consent, (state) => state.isDecided);
  const [shown, setShown] = useState<Shown | null>(null);
  const isWanted = navigation && isDecided;

  useEffect(() => {
    if (!isWanted) return;
    let isOutdated = false;
    const timer = setTimeout(async () => {
      const found = await queries.findPopup(pathname);
      if (!isOutdated && found.ok && found.value !== null) setShown({ path: pathname, popup: found.value });
    }, popupDelay);
    return () => {
      isOutdated = true;
      clearTimeout(timer);
    };
  }, [queries, pathname, isWanted]);

  return (
    <div aria-live="polite">
      {shown?.path === pathname && isWanted && (
        <Suspense fallback={null}>
          <PopupWindow
            popup={shown.popup}
            onClose={() => {
              setShown(null);
              void actions.closePopup(shown.popup.key);
            }}
          />
        </Suspense>
      )}
    </div>
  );
}
