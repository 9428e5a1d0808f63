import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router';

/** Screens that are seldom opened: their texts are loaded with them, by `addTexts`. */
export function seldomRoutes(addTexts: () => Promise<void>): readonly RouteObject[] {
  const page = (path: string, load: () => Promise<ComponentType>): RouteObject => ({
    path,
    lazy: async () => {
      const [Component] = await Promise.all([load(), addTexts()]);
      return { Component };
    },
  });
  return [
    page('catalogue/import', async () => (await import('./imports/import-page.tsx')).ImportProductsPage),
    page('customers/import', async () => (await import('./imports/import-page.tsx')).ImportCustomersPage),
  ];
}
