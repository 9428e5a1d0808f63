import { lazy, type ReactNode } from 'react';

/** Resolves when the browser has a connection again. */
export const backOnline = () =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));

/**
 * Imports code over the connection, or from what the service worker keeps. Rejects without asking when there is
 * neither, because Chromium never imports again what has failed once. On the server `onLine` is undefined.
 */
export const importCode = <Code>(load: () => Promise<Code>): Promise<Code> =>
  navigator.onLine !== false || navigator.serviceWorker?.controller ? load() : Promise.reject();

/** Loads the code of a part of a page. Without a connection it waits for one, while the page stays as it is. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  importCode(load).catch((error) => {
    if (navigator.onLine) throw error;
    return backOnline().then(() => loadPart(load));
  });

/** A part of a page that a module exports by this name. Its code is loaded when it is first shown (`loadPart`). */
export const lazyPart = <Props, Name extends string>(
  load: () => Promise<Readonly<Record<Name, (props: Props) => ReactNode>>>,
  name: Name,
) => lazy(() => loadPart(load).then((module) => ({ default: module[name] })));
