import type { ReactNode } from 'react';
import type { LinkDescriptor, LoaderFunctionArgs } from 'react-router';
import { Links, Outlet, ScrollRestoration, useRouteError } from 'react-router';
import { initialStateElementId, serialiseInitialState } from '#core/storefront/initial-state.ts';
import { FreshDocumentMark, PageScripts } from '#ui/document/page-scripts.tsx';
import frauncesUrl from '#ui/fonts/fraunces-cut.woff2?url';
import interUrl from '#ui/fonts/inter-cut.woff2?url';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { PageTexts } from '#ui/i18n/page-texts.tsx';
import { SiteLayout } from '#ui/layout/site-layout.tsx';
import type { Site } from '#ui/routes/contexts.ts';
import { siteContext } from '#ui/routes/contexts.ts';
import { useRouteHandle } from '#ui/routes/route-handle.ts';
import { ErrorPage, errorKindOf } from '#ui/screens/error/error-page.tsx';
import '#ui/styles/tokens.css';
import '#ui/styles/fonts.css';
import '#ui/styles/base.css';

/** The two faces of the first screen; the rest comes when it is used. */
export function links(): LinkDescriptor[] {
  return [frauncesUrl, interUrl].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous',
  }));
}

/** What every page says about its site; stores carry everything that changes. */
export function loader({ context }: LoaderFunctionArgs): Site {
  return context.get(siteContext);
}

/** The site stays the same as long as the document does. */
export function shouldRevalidate(): boolean {
  return false;
}

/** The document around pages and error pages alike. */
export function Layout({ children }: { readonly children: ReactNode }) {
  const shop = useShop();
  const locale = useLocale();
  const { theme = 'ink' } = useRouteHandle();

  return (
    // Scripts mark the document before React looks at it.
    <html lang={locale} data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content={themeColours[theme]} />
        <FreshDocumentMark />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
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

/** Browsers colour their own frame alike; these are `--ink` and `--paper` of the tokens. */
const themeColours = { ink: 'rgb(20 17 13)', paper: 'rgb(246 241 231)' } as const;

export default function Root() {
  return (
    <SiteLayout>
      <Outlet />
    </SiteLayout>
  );
}

/** 404, lost connection, fault: the frame stays, so there is always a way on. */
export function ErrorBoundary() {
  const kind = errorKindOf(useRouteError());
  return (
    <SiteLayout>
      <ErrorPage kind={kind} />
    </SiteLayout>
  );
}
