import { lazy, type ReactNode } from 'react';
import { askShop } from './shop-answers.ts';

/** In milliseconds, until the shop is asked again. */
const pause = 2_000;

/**
 * Loads the code of a part of a page. While the shop does not answer it waits, and the page stays as it is; code that
 * does not come twice from a shop that answers belongs to another build.
 */
export const loadPart = <Part>(load: () => Promise<Part>): Promise<Part> =>
  load().catch(async () => {
    if (await askShop()) return load();
    await new Promise((resume) => setTimeout(resume, pause));
    return loadPart(load);
  });

/** A part of a page that a module exports by this name. Its code is loaded when it is first shown (`loadPart`). */
export const lazyPart = <Props, Name extends string>(
  load: () => Promise<Readonly<Record<Name, (props: Props) => ReactNode>>>,
  name: Name,
) => lazy(() => loadPart(load).then((module) => ({ default: module[name] })));
