import type { BrowserContext } from '@playwright/test';
import { storedItems } from '#core/rules/basics/stored-data.ts';
import { ownShop } from './shop-places.ts';

type Place = (typeof storedItems)[number]['place'];

/** Not stored by visitors: the cookie of the demo's tools, and unsaved input of the back office. */
const notOfVisitors = /^(?:dev_token$|written\.)/;

/** Returns the cookies of the shop, and the storage keys of its open pages, that `storedItems` does not name. */
export async function unnamedStoredData(context: BrowserContext): Promise<readonly string[]> {
  const origin = `http://localhost:${ownShop().port}`;
  const cookies = (await context.cookies(origin)).map(({ name }) => ({ name, place: 'cookie' as const }));
  const keys = await Promise.all(
    context
      .pages()
      .filter((page) => page.url().startsWith(`${origin}/`))
      .map((page) =>
        // A page that is being left cannot be read any more.
        page
          .evaluate(() => ({ local: Object.keys(localStorage), session: Object.keys(sessionStorage) }))
          .catch(() => ({ local: [], session: [] })),
      ),
  );
  const stored = keys.flatMap(({ local, session }) => [
    ...local.map((name) => ({ name, place: 'local' as const })),
    ...session.map((name) => ({ name, place: 'session' as const })),
  ]);
  return [...cookies, ...stored]
    .filter(({ name, place }) => !notOfVisitors.test(name) && !isNamed(name, place))
    .map(({ name, place }) => `${place}: ${name}`);
}

function isNamed(name: string, place: Place): boolean {
  return storedItems.some((item) =>
    item.place !== place
      ? false
      : item.name.endsWith('*')
        ? name.startsWith(item.name.slice(0, -1))
        : name === item.name,
  );
}
