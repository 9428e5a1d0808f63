import { createBrowserRouter, type LoaderFunctionArgs, redirect } from 'react-router';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { customerRoutes } from './accounts/customer-routes.ts';
import { marketingRoutes } from './gifts/campaign-routes.ts';
import { call } from './kit/call.ts';
import { FailurePage, unwrapOrThrow } from './kit/failure-page.tsx';
import { keepWrittenOf } from './kit/records/use-written-record.ts';
import { shellRouteId } from './kit/use-operator.ts';
import { seldomRoutes } from './operations/seldom-routes.ts';
import { LoginPage } from './session/login-page.tsx';
import { KeptScreen, keepShown } from './shell/keep-shown.tsx';
import { Shell } from './shell/shell.tsx';

/** Asks who is logged in, and nobody to log in. */
const askSession = () => call(operatorSessionEndpoints.getOperatorSession, {}, { asksForSession: false });

/** Who is logged in, as the shell has asked last; screens whose loader needs it share the answer. */
let lastSession: ReturnType<typeof askSession> | undefined;

/** Loads who is logged in; without a session one comes back here after logging in. */
async function operatorLoader({ request }: LoaderFunctionArgs) {
  lastSession = askSession();
  const session = await lastSession;
  if (session.ok) {
    keepWrittenOf(session.value.id);
    return session.value;
  }
  if (session.error.code !== 'UNAUTHENTICATED') return unwrapOrThrow(session);
  const { pathname, search } = new URL(request.url);
  const { path = '' } = document.documentElement.dataset;
  const here = `${pathname.slice(path.length) || '/'}${search}`;
  throw redirect(here === '/' ? '/login' : `/login?to=${encodeURIComponent(here)}`);
}

/** An address that is no screen is told within the frame, whose navigation leads on. */
function missingLoader(): never {
  throw new Response(null, { status: 404 });
}

/** Nothing is shown until it is known who is there. */
function Waiting() {
  return null;
}

/** The editor of a record, with texts that only it needs. */
async function loadCatalogueRecord(addTexts: () => Promise<void>) {
  const [{ CatalogueRecordPage, catalogueRecordLoader }] = await Promise.all([
    import('./catalogue/catalogue-record-page.tsx'),
    addTexts(),
  ]);
  return { Component: CatalogueRecordPage, loader: catalogueRecordLoader };
}

/** The figures of the first screen. */
async function loadFigures() {
  const { FailedFigures, figuresLoader, StartFigures } = await import('./operations/start-page.tsx');
  const loader = figuresLoader(() => lastSession ?? askSession());
  return { Component: StartFigures, ErrorBoundary: FailedFigures, loader };
}

/** All screens below the path of the back office; the code of each is loaded with it, of some also more texts. */
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
        // Who is logged in changes by logging in, which comes from outside of the shell.
        shouldRevalidate: () => false,
        children: [
          {
            ErrorBoundary: FailurePage,
            Component: KeptScreen,
            children: [
              {
                lazy: async () => {
                  const { StartPage, attentionLoader } = await import('./operations/start-page.tsx');
                  return { Component: StartPage, loader: attentionLoader };
                },
                // A route of its own, so that the rest is shown when the figures cannot be read.
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
              ...seldomRoutes(addTexts),
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
                  const { TextsPage, textsLoader } = await import('./catalogue/catalogue-page.tsx');
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
    { basename, dataStrategy: keepShown() },
  );
}
