import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { openBrowserShop } from '#composition/browser.ts';
import { ShopProvider } from './hooks/use-shop.ts';
import { createI18n } from './i18n/create-i18n.ts';
import { readPageTexts } from './i18n/page-texts.tsx';
import { shopContext } from './shop-context.ts';

const shop = openBrowserShop();
const i18n = createI18n(shop.stores.locale.snapshot.locale, readPageTexts());

/** Loaders of this tab read the same shop as its components. */
function getContext(): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(shopContext, shop);
  return context;
}

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <ShopProvider value={shop}>
        <I18nextProvider i18n={i18n}>
          <HydratedRouter getContext={getContext} onError={(fault) => shop.actions.reportError(fault)} />
        </I18nextProvider>
      </ShopProvider>
    </StrictMode>,
    { onRecoverableError: (fault) => shop.actions.reportError(fault) },
  );
});
