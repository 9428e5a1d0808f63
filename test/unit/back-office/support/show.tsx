import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { addMoreTexts, createTexts } from '#back-office/kit/operator-texts.ts';
import type { Locale } from '#core/model/values.ts';
import { type Drawn, elementsIn, handlersIn, Uses } from '#test/unit/ui/support/draw.tsx';

/** All texts of the back office. */
export async function openTexts(locale: Locale) {
  const texts = await createTexts(locale);
  await addMoreTexts(texts);
  return texts;
}

/** The markup of a part of the back office. */
export async function show(part: ReactNode, locale: Locale = 'de'): Promise<string> {
  return renderToStaticMarkup(<I18nextProvider i18n={await openTexts(locale)}>{part}</I18nextProvider>);
}

interface Screen {
  /** The name of its route. */
  readonly id: string;
  readonly element: ReactNode;
  /** What its loader has returned. */
  readonly loaded: unknown;
  readonly shell?: object;
  readonly address?: string;
  readonly locale?: Locale;
}

/** The markup of a screen in the shell, as if both had loaded this. */
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

/** As `showScreen`, once; also what a closed dialog has. `find` finds what a test presses, as that of `draw` does. */
export async function drawScreen(screen: Screen) {
  const { element } = screen;
  const elements: Drawn[] = [];
  const both = (
    <>
      {element}
      <Uses useValue={() => [...elementsIn(element)]} tell={(found) => elements.push(...found)} />
    </>
  );
  const markup = await showScreen({ ...screen, element: both });
  return { markup, elements, find: (name: string) => handlersIn(elements, name) };
}
