import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { Popup } from '#core/model/content.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import { useLayoutParts } from '#ui/layout/use-layout-parts.ts';

const PopupWindow = lazy(async () => ({ default: (await import('./popup-window.tsx')).PopupWindow }));

/** How long somebody stays before a small window is shown, in milliseconds. */
const restBeforePopup = 6000;

interface Shown {
  readonly path: string;
  readonly popup: Popup;
}

/**
 * The place of a page's small window, a live region. It is asked for once the visitor has stayed a while and has answered
 * the question of consent; never where the navigation is hidden, so that nothing stands between a buyer and the order.
 */
export function PopupSlot() {
  const { actions, queries, stores } = useShop();
  const { navigation } = useLayoutParts();
  const { pathname } = useLocation();
  const isAnswered = useStore(stores.consent, (state) => state.is_decided);
  const [shown, setShown] = useState<Shown | null>(null);
  const isWanted = navigation && isAnswered;

  useEffect(() => {
    if (!isWanted) return;
    let isOverdue = false;
    const timer = setTimeout(async () => {
      const found = await queries.findPopup(pathname);
      if (!isOverdue && found.ok && found.value !== null) setShown({ path: pathname, popup: found.value });
    }, restBeforePopup);
    return () => {
      isOverdue = true;
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
