import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { addMoreTexts, createTexts } from '#back-office/kit/operator-texts.ts';
import type { Locale } from '#core/model/values.ts';
import { textOf } from '#test/support/render-in-shop.tsx';
import { type Drawn, elementsIn, handlersIn, Uses } from '#test/unit/ui/support/draw.tsx';

/** Loads all texts of the back office. */
export async function openTexts(locale: Locale) {
  const texts = await createTexts(locale);
  await addMoreTexts(texts);
  return texts;
}

/** Renders a part of the back office. */
export async function show(part: ReactNode, locale: Locale = 'de'): Promise<string> {
  return renderToStaticMarkup(<I18nextProvider i18n={await openTexts(locale)}>{part}</I18nextProvider>);
}

/** Returns the texts of the buttons in the markup. */
export const buttonsIn = (markup: string): readonly string[] =>
  [...markup.matchAll(/<button.*?<\/button>/g)].map(([button]) => textOf(button));

interface Screen {
  /** Id of its route. */
  readonly id: string;
  readonly element: ReactNode;
  /** Data of its loader. */
  readonly loaded: unknown;
  readonly shell?: object;
  readonly address?: string;
  readonly locale?: Locale;
}

/** Renders a screen in the shell, with the data of both loaders. */
export function showScreen(screen: Screen): Promise<string> {
  const { id, element, loaded, shell = { permissions: [] }, address = '/screen', locale } = screen;
  const loader = () => null;
  const child = { id, path: '*', loader, element };
  const router = createMemoryRouter([{ id: 'shell', path: '/', loader, children: [child] }], {
    initialEntries: [address],
    hydrationData: { loaderData: { shell, [id]: loaded } },
  });
  return show(<RouterProvider router={router} />, locale);
}

/** Like `showScreen`, with all elements, also those of closed dialogs. `find` returns handlers, like that of `draw`. */
export async function drawScreen(screen: Screen) {
  const { element } = screen;
  const elements: Drawn[] = [];
  const withElements = (
    <>
      {element}
      <Uses useValue={() => [...elementsIn(element)]} onValue={(found) => elements.push(...found)} />
    </>
  );
  const markup = await showScreen({ ...screen, element: withElements });
  return { markup, elements, find: (name: string) => handlersIn(elements, name) };
}
