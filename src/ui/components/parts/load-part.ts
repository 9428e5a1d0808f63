import { lazy, type ReactNode } from 'react';
import { shopAnswers } from './shop-answers.ts';

/** Resolves when the browser has a connection again. */
export const backOnline = () =>
  new Promise((resolve) => window.addEventListener('online', resolve, { once: true }));

/** In milliseconds: the shop is asked again after so long, as not every browser notices that it is back. */
const pause = 5_000;

/**
 * Loads the code of a part of a page. While the shop does not answer it waits, and the page stays as it is; code that
 * does not come from a shop that answers twice belongs to another build.
 */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(async () => {
    if (await shopAnswers(0)) return load();
    await Promise.race([backOnline(), new Promise((resume) => setTimeout(resume, pause))]);
    return loadPart(load);
  });

/** A part of a page that a module exports by this name. Its code is loaded when it is first shown (`loadPart`). */
export const lazyPart = <Props, Name extends string>(
  load: () => Promise<Readonly<Record<Name, (props: Props) => ReactNode>>>,
  name: Name,
) => lazy(() => loadPart(load).then((module) => ({ default: module[name] })));
