import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { isRouteErrorResponse, RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { hasHistoryMoved } from '#app/browser/moved-history.ts';
import { openBrowserShop } from '#app/browser/open-browser-shop.ts';
import { reloadOnMissingCode } from '#app/browser/reload-once.ts';
import { ignoreSkippedTransitions } from '#ui/document/view-transitions.ts';
import { openOverlayHistory } from '#ui/hooks/overlays/use-overlay-history.ts';
import { ShopProvider } from '#ui/hooks/use-shop.ts';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { readPageTexts } from '#ui/i18n/page-texts.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { errorKindOf } from '#ui/screens/content/error/error-page.tsx';

if (hasHistoryMoved(window)) location.reload();
else startPage();

function startPage(): void {
  ignoreSkippedTransitions(document);
  reloadOnMissingCode(window);
  openOverlayHistory();

  const shop = openBrowserShop();

  /** Returns the context of loaders; all loaders and components of a tab share one shop. */
  function getContext(): RouterContextProvider {
    const context = new RouterContextProvider();
    context.set(shopContext, shop);
    return context;
  }

  /** Reports errors thrown by routes, except missing pages and lost connections. */
  function reportFault(fault: unknown): void {
    if (!isRouteErrorResponse(fault) && errorKindOf(fault) === 'fault') shop.actions.reportError(fault);
  }

  const i18n = createI18n(shop.stores.locale.snapshot.locale, readPageTexts());
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <ShopProvider value={shop}>
          <I18nextProvider i18n={i18n}>
            <HydratedRouter getContext={getContext} onError={reportFault} />
          </I18nextProvider>
        </ShopProvider>
      </StrictMode>,
      { onRecoverableError: (fault) => shop.actions.reportError(fault) },
    );
  });
}
