import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { isRouteErrorResponse, RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { openBrowserShop } from '#app/browser.ts';
import { nextTask } from '#app/next-task.ts';
import { ShopProvider } from '#ui/hooks/use-shop.ts';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { readPageTexts } from '#ui/i18n/page-texts.tsx';
import { shopContext } from '#ui/routes/contexts.ts';
import { errorKindOf } from '#ui/screens/error/error-page.tsx';

/** Where zod keeps its settings, whether it is there already or comes with a form later. */
const settings: { __zod_globalConfig?: { jitless?: boolean } } = globalThis as object;

// The page's policy forbids making functions from text, which zod would try for speed. It is not asked itself, because
// that would bring its core into the first view of every page.
settings.__zod_globalConfig ??= {};
settings.__zod_globalConfig.jitless = true;

const shop = openBrowserShop();

/** Loaders of this tab read the same shop as its components. */
function getContext(): RouterContextProvider {
  const context = new RouterContextProvider();
  context.set(shopContext, shop);
  return context;
}

/** A missing page and a lost connection are no bugs; everything else that a route throws is. */
function reportFault(fault: unknown): void {
  if (!isRouteErrorResponse(fault) && errorKindOf(fault) === 'fault') shop.actions.reportError(fault);
}

/** Lets React take the page over. */
function hydrate(): void {
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

// Evaluating the scripts was one task; together they would hold a slow phone too long.
void nextTask().then(hydrate);
