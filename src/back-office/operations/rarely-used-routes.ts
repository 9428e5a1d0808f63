import type { ComponentType } from 'react';
import type { LoaderFunction, RouteObject } from 'react-router';

interface Screen {
  readonly Component: ComponentType;
  readonly loader?: LoaderFunction;
}

/** Routes of rarely opened screens. Their texts are loaded on demand by `addTexts`. */
export function rarelyUsedRoutes(addTexts: () => Promise<void>): readonly RouteObject[] {
  const page = (path: string, load: () => Promise<Screen>): RouteObject => ({
    path,
    lazy: async () => {
      const [screen] = await Promise.all([load(), addTexts()]);
      return screen;
    },
  });
  return [
    page('catalogue/import', async () => {
      const { ImportProductsPage, importLoader } = await import('./imports/import-page.tsx');
      return { Component: ImportProductsPage, loader: importLoader('products') };
    }),
    page('customers/import', async () => {
      const { ImportCustomersPage, importLoader } = await import('./imports/import-page.tsx');
      return { Component: ImportCustomersPage, loader: importLoader('customers') };
    }),
    page('operators', async () => {
      const { OperatorsPage, operatorsLoader } = await import('./operators-page.tsx');
      return { Component: OperatorsPage, loader: operatorsLoader };
    }),
    page('keys', async () => {
      const { KeysPage, keysLoader } = await import('./keys-page.tsx');
      return { Component: KeysPage, loader: keysLoader };
    }),
    page('audit', async () => {
      const { AuditPage, auditLoader } = await import('./audit-page.tsx');
      return { Component: AuditPage, loader: auditLoader };
    }),
    page('system', async () => {
      const { SystemPage, systemLoader } = await import('./system-page.tsx');
      return { Component: SystemPage, loader: systemLoader };
    }),
    page('films', async () => {
      const { FilmsPage, filmsLoader } = await import('#back-office/learning/films-page.tsx');
      return { Component: FilmsPage, loader: filmsLoader };
    }),
    page('films/:film', async () => {
      const { FilmPage, filmLoader } = await import('#back-office/learning/film-page.tsx');
      return { Component: FilmPage, loader: filmLoader };
    }),
    page('mail-texts', async () => {
      const { MailTextsPage, mailTextsLoader } = await import('#back-office/mail/mail-texts-page.tsx');
      return { Component: MailTextsPage, loader: mailTextsLoader };
    }),
    page('mail-texts/:mail', async () => {
      const { MailTextPage, mailTextLoader } = await import('#back-office/mail/mail-text-page.tsx');
      return { Component: MailTextPage, loader: mailTextLoader };
    }),
    page('provisions', async () => {
      const { ProvisionsPage, provisionsLoader } = await import('./provisions/provisions-page.tsx');
      return { Component: ProvisionsPage, loader: provisionsLoader };
    }),
    page('provisions/rates', async () => {
      const { ProvisionRatesPage, provisionRatesLoader } = await import(
        './provisions/provision-rates-page.tsx'
      );
      return { Component: ProvisionRatesPage, loader: provisionRatesLoader };
    }),
  ];
}
