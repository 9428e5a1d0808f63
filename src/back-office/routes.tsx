import { createBrowserRouter, type LoaderFunctionArgs, redirect } from 'react-router';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { customerRoutes } from './accounts/customer-routes.ts';
import { marketingRoutes } from './gifts/marketing-routes.ts';
import { call } from './kit/call.ts';
import { FailurePage, unwrapOrThrow } from './kit/failure-page.tsx';
import { keepUnsavedInputOf } from './kit/records/use-unsaved-input.ts';
import { shellRouteId } from './kit/use-operator.ts';
import { rarelyUsedRoutes } from './operations/rarely-used-routes.ts';
import { LoginPage } from './session/login-page.tsx';
import { keepStaleData, ScreenFrame } from './shell/keep-stale-data.tsx';
import { Shell } from './shell/shell.tsx';

/** Loads the session without opening the login dialog. */
const askSession = () => call(operatorSessionEndpoints.getOperatorSession, {}, { asksForSession: false });

/** The last session loaded by the shell, shared with loaders that need it. */
let lastSession: ReturnType<typeof askSession> | undefined;

/** Loads the logged-in operator. Without a session redirects to the login, which returns to this page. */
async function operatorLoader({ request }: LoaderFunctionArgs) {
  lastSession = askSession();
  const session = await lastSession;
  if (session.ok) {
    keepUnsavedInputOf(session.value.id);
    return session.value;
  }
  if (session.error.code !== 'UNAUTHENTICATED') return unwrapOrThrow(session);
  const { pathname, search } = new URL(request.url);
  const { path = '' } = document.documentElement.dataset;
  const here = `${pathname.slice(path.length) || '/'}${search}`;
  throw redirect(here === '/' ? '/login' : `/login?to=${encodeURIComponent(here)}`);
}

/** Shows unknown paths as an error inside the shell, so that the navigation stays available. */
function missingLoader(): never {
  throw new Response(null, { status: 404 });
}

/** Renders nothing until the session is loaded. */
function Waiting() {
  return null;
}

/** Loads the record editor with its additional texts. */
async function loadCatalogueRecord(addTexts: () => Promise<void>) {
  const [{ CatalogueRecordPage, catalogueRecordLoader }] = await Promise.all([
    import('./catalogue/catalogue-record-page.tsx'),
    addTexts(),
  ]);
  return { Component: CatalogueRecordPage, loader: catalogueRecordLoader };
}

/** Loads the figures of the start page. */
async function loadFigures() {
  const { FailedFigures, figuresLoader, StartFigures } = await import('./operations/start-page.tsx');
  const loader = figuresLoader(() => lastSession ?? askSession());
  return { Component: StartFigures, ErrorBoundary: FailedFigures, loader };
}

/**
 * Creates the router of the back office. The code of each screen is loaded on demand, for some with additional texts.
 */
export function createRoutes(basename: string, addTexts: () => Promise<void>) {
  return createBrowserRouter(
    [
      { path: '/login', Component: LoginPage, ErrorBoundary: FailurePage },
      {
        path: '/einladung',
        ErrorBoundary: FailurePage,
        lazy: async () => ({ Component: (await import('./session/invitation-page.tsx')).InvitationPage }),
      },
      {
        id: shellRouteId,
        path: '/',
        Component: Shell,
        ErrorBoundary: FailurePage,
        HydrateFallback: Waiting,
        loader: operatorLoader,
        // The operator changes only by a login, which happens outside the shell.
        shouldRevalidate: () => false,
        children: [
          {
            ErrorBoundary: FailurePage,
            Component: ScreenFrame,
            children: [
              {
                lazy: async () => {
                  const { StartPage, attentionLoader } = await import('./operations/start-page.tsx');
                  return { Component: StartPage, loader: attentionLoader };
                },
                // A separate route, so that the rest is shown when the figures cannot be loaded.
                children: [{ index: true, lazy: loadFigures }],
              },
              {
                path: 'orders',
                lazy: async () => {
                  const { OrdersPage, ordersLoader } = await import('./orders/orders-page.tsx');
                  return { Component: OrdersPage, loader: ordersLoader };
                },
              },
              {
                path: 'orders/:id',
                lazy: async () => {
                  const [{ OrderPage, orderLoader }] = await Promise.all([
                    import('./orders/order-page.tsx'),
                    addTexts(),
                  ]);
                  return { Component: OrderPage, loader: orderLoader };
                },
              },
              {
                path: 'invoices',
                lazy: async () => {
                  const { InvoicesPage, invoicesLoader } = await import('./operations/invoices-page.tsx');
                  return { Component: InvoicesPage, loader: invoicesLoader };
                },
              },
              ...customerRoutes(addTexts),
              ...marketingRoutes(addTexts),
              ...rarelyUsedRoutes(addTexts),
              {
                path: 'catalogue',
                lazy: async () => {
                  const { CataloguePage, catalogueLoader } = await import('./catalogue/catalogue-page.tsx');
                  return { Component: CataloguePage, loader: catalogueLoader };
                },
              },
              {
                path: 'catalogue/:type/:slug',
                lazy: () => loadCatalogueRecord(addTexts),
              },
              {
                path: 'texts',
                lazy: async () => {
                  const [{ TextsPage, textsLoader }] = await Promise.all([
                    import('./catalogue/catalogue-page.tsx'),
                    addTexts(),
                  ]);
                  return { Component: TextsPage, loader: textsLoader };
                },
              },
              {
                path: 'texts/:type/:slug',
                lazy: () => loadCatalogueRecord(addTexts),
              },
              {
                path: 'webhooks',
                lazy: async () => {
                  const { WebhooksPage, webhooksLoader } = await import('./operations/webhooks-page.tsx');
                  return { Component: WebhooksPage, loader: webhooksLoader };
                },
              },
              {
                path: 'sessions',
                lazy: async () => {
                  const [{ SessionsPage, sessionsLoader }] = await Promise.all([
                    import('./session/sessions-page.tsx'),
                    addTexts(),
                  ]);
                  return { Component: SessionsPage, loader: sessionsLoader };
                },
              },
              { path: '*', loader: missingLoader },
            ],
          },
        ],
      },
    ],
    { basename, dataStrategy: keepStaleData() },
  );
}
