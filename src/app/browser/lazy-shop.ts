import { Observable, type Subscription } from 'rxjs';
import { err, failureOf } from '#core/rules/basics/result.ts';
import type { InitialState } from '#core/storefront/kernel/initial-state.ts';
import type { ReadableStores } from '#core/storefront/kernel/stores.ts';
import type { OnSaved, Watching } from '#core/storefront/learning/watch-lesson.ts';
import type { Shop } from '#core/storefront/shop.ts';

/**
 * A shop whose actions and queries run once their code is loaded. A page without interaction never loads these 65 kB,
 * while components and hydration have the stores and functions immediately (docs/decisions/0007).
 */
export interface LazyShop {
  readonly shop: Shop;
  /** Loads the code now. Rejects if loading fails; the next call retries. */
  open(): Promise<Shop>;
}

/** The result of a call whose code could not be loaded, because the network is unavailable. */
const unreachable = failureOf('NETWORK');

/**
 * Creates a shop that has `stores` immediately and forwards calls to the shop that `loadShop` loads. Earlier calls wait
 * and keep their order. If loading fails, calls fail with `NETWORK`, as if the server were unreachable.
 */
export function createLazyShop(
  stores: ReadableStores,
  initialState: InitialState,
  loadShop: () => Promise<Shop>,
): LazyShop {
  let loading: Promise<Shop> | null = null;
  let endWait: (shop: Shop) => void = () => {};
  const loaded = new Promise<Shop>((resolve) => {
    endWait = resolve;
  });

  function open(): Promise<Shop> {
    loading ??= loadShop().catch((fault: unknown) => {
      loading = null;
      throw fault;
    });
    void loading.then(endWait, () => undefined);
    return loading;
  }

  function call(part: 'actions' | 'api' | 'queries', name: string, values: unknown[]): Promise<unknown> {
    let isGivenUp = false;
    // Every call waits for the same promise, so that calls keep their order.
    const done = loaded.then((shop) => {
      if (isGivenUp) return undefined;
      const method: unknown = shop[part][name as never];
      return (method as Callable)(...values);
    });
    return open().then(
      () => done,
      () => {
        isGivenUp = true;
        return err(unreachable);
      },
    );
  }

  /** Actions that do not return a plain promise: observables, objects, and promises that may reject. */
  const special: Partial<Shop['actions']> = {
    watchOrder: (id) =>
      new Observable((subscriber) => {
        let watching: Subscription | undefined;
        open().then(
          (shop) => {
            if (!subscriber.closed) watching = shop.actions.watchOrder(id).subscribe(subscriber);
          },
          (fault: unknown) => subscriber.error(fault),
        );
        return () => watching?.unsubscribe();
      }),
    watchLesson: (lesson, onSaved) =>
      watchLater(async () => (await open()).actions.watchLesson(lesson, onSaved), onSaved),
    // Page views do not load the code.
    viewPage: (page, product) => void loaded.then(({ actions }) => actions.viewPage(page, product)),
    rememberViewed: (product) => void loaded.then(({ actions }) => actions.rememberViewed(product)),
    loadWishList: () => loaded.then(({ actions }) => actions.loadWishList()),
    openFilmStream: async (options) => (await open()).actions.openFilmStream(options),
    readScrubPictures: async (address) => (await open()).actions.readScrubPictures(address),
    loadCardTokenizer: async (provider) => (await open()).actions.loadCardTokenizer(provider),
  };
  return {
    shop: {
      stores,
      initialState,
      actions: forwardCalls(special, (name, values) => call('actions', name, values)),
      queries: forwardCalls<Shop['queries']>({}, (name, values) => call('queries', name, values)),
      api: forwardCalls<Shop['api']>({}, (name, values) => call('api', name, values)),
    },
    open,
  };
}

/** Forwards player events to the loaded shop. After a failed load, only pausing and leaving retry. */
function watchLater(find: () => Promise<Watching>, onSaved: OnSaved): Watching {
  let found: Promise<Watching> | null = null;
  let hasFailed = false;

  function passOn(report: (watching: Watching) => void): void {
    found ??= find();
    found.then(report).catch(() => {
      found = null;
      hasFailed = true;
      onSaved(null);
    });
  }
  return {
    played(position, length) {
      if (found !== null || !hasFailed) passOn((watching) => watching.played(position, length));
    },
    stopped: (position, length) => passOn((watching) => watching.stopped(position, length)),
    left: (position, length) => passOn((watching) => watching.left(position, length)),
  };
}

type Callable = (...values: unknown[]) => unknown;

/** Returns an object with a method for every name: those of `own`; all others are forwarded to `call`. */
function forwardCalls<Service extends object>(
  own: Partial<Service>,
  call: (name: string, values: unknown[]) => Promise<unknown>,
): Service {
  const methods = new Map<string, Callable>(Object.entries(own) as [string, Callable][]);
  return new Proxy({} as Service, {
    get(_, name) {
      if (typeof name === 'symbol') return undefined;
      const known = methods.get(name);
      if (known !== undefined) return known;
      // Each name always gets the same function, because React compares functions by identity.
      const method: Callable = (...values) => call(name, values);
      methods.set(name, method);
      return method;
    },
  });
}
