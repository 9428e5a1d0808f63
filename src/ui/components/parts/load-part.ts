import { lazy, type ReactNode } from 'react';

/** Resolves when the browser is online again. */
export const backOnline = () =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));

/**
 * Imports code from the network or from the service worker's cache. Rejects at once if neither is available, because
 * Chromium never repeats a failed import. On the server `onLine` is undefined.
 */
export const importCode = <Code>(load: () => Promise<Code>): Promise<Code> =>
  navigator.onLine !== false || navigator.serviceWorker?.controller ? load() : Promise.reject();

/** Loads the code of a part of a page. Offline, it waits for a connection. */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  importCode(load).catch((error) => {
    if (navigator.onLine) throw error;
    return backOnline().then(() => loadPart(load));
  });

/** Returns a lazy component from a module's named export. Its code is loaded when it is first shown (`loadPart`). */
export const lazyPart = <Props, Name extends string>(
  load: () => Promise<Readonly<Record<Name, (props: Props) => ReactNode>>>,
  name: Name,
) => lazy(() => loadPart(load).then((module) => ({ default: module[name] })));
