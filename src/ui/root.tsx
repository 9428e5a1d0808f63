import type { ReactNode } from 'react';
import {
  type LinkDescriptor,
  Links,
  type LoaderFunctionArgs,
  type MiddlewareFunction,
  Outlet,
  ScrollRestoration,
  useRouteError,
} from 'react-router';
import { initialStateElementId, serialiseInitialState } from '#core/storefront/kernel/initial-state.ts';
import { MailTokenScript } from '#ui/document/mail-token.tsx';
import {
  ArrivalScript,
  EarlyInputScript,
  FreshDocumentMark,
  LocaleCookieScript,
  PageScripts,
} from '#ui/document/page-scripts.tsx';
import frauncesUrl from '#ui/fonts/fraunces-cut.woff2?url';
import interUrl from '#ui/fonts/inter-cut.woff2?url';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useViewedPage } from '#ui/hooks/use-viewed-page.ts';
import { PageTexts } from '#ui/i18n/page-texts.tsx';
import { SiteLayout } from '#ui/layout/site-layout.tsx';
import { type Site, siteContext } from '#ui/routes/contexts.ts';
import { useRouteHandle } from '#ui/routes/route-handle.ts';
import { separateDocuments } from '#ui/routes/separate-documents.ts';
import { ErrorPage, errorKindOf } from '#ui/screens/content/error/error-page.tsx';
import '#ui/styles/tokens.css';
import '#ui/styles/fonts.css';
import '#ui/styles/base.css';

/** Preloads the two fonts used above the fold; other fonts load on use. */
export function links(): LinkDescriptor[] {
  return [frauncesUrl, interUrl].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
  }));
}

export const clientMiddleware: MiddlewareFunction[] = [separateDocuments];

/** Returns the site data for every page. */
export function loader({ context }: LoaderFunctionArgs): Site {
  return context.get(siteContext);
}

/** The site does not change within a document. */
export function shouldRevalidate(): boolean {
  return false;
}

/** The HTML document of pages and error pages. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const shop = useShop();
  const locale = useLocale();
  const { theme = 'ink', takesMailToken = false } = useRouteHandle();

  return (
    // Scripts set attributes on the document before hydration.
    <html lang={locale} data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        {takesMailToken && <MailTokenScript />}
        <EarlyInputScript />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={themeColours[theme]} />
        <FreshDocumentMark />
        <ArrivalScript />
        <LocaleCookieScript />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="manifest" href={`/manifest.${locale}.webmanifest`} />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <script
          id={initialStateElementId}
          type="application/json"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a data block; `<` is escaped, so nothing can close it
          dangerouslySetInnerHTML={{ __html: serialiseInitialState(shop.initialState) }}
        />
        <PageTexts />
        <PageScripts />
      </body>
    </html>
  );
}

/** Colours of the browser's user interface; equal to the tokens `--ink` and `--paper`. */
const themeColours = { ink: 'rgb(20 17 13)', paper: 'rgb(246 241 231)' } as const;

export default function Root() {
  useViewedPage('page');
  return (
    <SiteLayout>
      <Outlet />
    </SiteLayout>
  );
}

/** Missing page, lost connection or error, inside the usual layout. */
export function ErrorBoundary() {
  const kind = errorKindOf(useRouteError());
  useViewedPage(kind === 'not_found' || kind === 'gone' ? 'missing' : 'none');
  return (
    <SiteLayout>
      <ErrorPage kind={kind} />
    </SiteLayout>
  );
}
