import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { ShopFacts } from '#core/model/content.ts';
import type { Locale } from '#core/model/values.ts';
import { cardsOnly, type PaymentOffer } from '#core/rules/payments/payment-rules.ts';
import { createLocaleStore, createNotificationStore } from '#core/storefront/kernel/page-stores.ts';
import type { Shop } from '#core/storefront/shop.ts';
import { ShopProvider } from '#ui/hooks/use-shop.ts';
import { createI18n } from '#ui/i18n/create-i18n.ts';
import { loadAllTexts } from '#ui/i18n/texts.ts';
import type { Site } from '#ui/routes/contexts.ts';

/** Returns the text of markup, with single spaces. */
export const textOf = (markup: string) => markup.replaceAll(/(<[^>]*>|\s)+/g, ' ').trim();

/** Renders a part of the layout to HTML, as the server does, with the given stores. Returns the HTML. */
export async function renderInShop(
  part: ReactNode,
  {
    locale,
    stores = {},
    route = '',
    facts = null,
    payment = cardsOnly,
    data,
    site,
    shop: more,
  }: {
    readonly locale: Locale;
    readonly stores?: Partial<Shop['stores']>;
    readonly route?: string;
    readonly facts?: ShopFacts | null;
    readonly payment?: PaymentOffer;
    /** Data of the page's loader. */
    readonly data?: unknown;
    /** Data of the root loader, instead of `data`. */
    readonly site?: Site;
    /** Further fields of the shop, which replace the others. */
    readonly shop?: object;
  },
): Promise<string> {
  const shop = {
    stores: { locale: createLocaleStore(locale), notification: createNotificationStore(), ...stores },
    actions: {},
    initialState: { facts, payment },
    ...more,
  };
  const texts = await loadAllTexts(locale);
  const element = (
    <ShopProvider value={shop as unknown as Shop}>
      <I18nextProvider i18n={createI18n(locale, texts)}>{part}</I18nextProvider>
    </ShopProvider>
  );
  const [id, loaded] = site === undefined ? (['page', data] as const) : (['root', site] as const);
  const router = createMemoryRouter([{ id, path: '/:locale/*', element, loader: () => loaded }], {
    initialEntries: [`/${locale}${route}`],
    hydrationData: { loaderData: { [id]: loaded } },
  });
  return renderToStaticMarkup(<RouterProvider router={router} />);
}
