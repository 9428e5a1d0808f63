import { defer, switchMap } from 'rxjs';
import type { CallFailure } from '#core/rules/result.ts';
import { err } from '#core/rules/result.ts';
import type { InitialState } from '#core/storefront/initial-state.ts';
import type { Watching } from '#core/storefront/learning/watch-lesson.ts';
import type { Shop } from '#core/storefront/shop.ts';
import type { ReadableStores } from '#core/storefront/stores.ts';

/** A shop whose actions and queries wait for their code. */
export interface DeferredShop {
  readonly shop: Shop;
  /** Loads the code now. A failure is thrown, and the next call tries again. */
  open(): Promise<Shop>;
}

/** The result of a call whose code could not be loaded: the network is away. */
const unreachable: CallFailure = { code: 'NETWORK', status: 0, detail: '', fields: {} };

/**
 * A shop that shows `stores` at once and does its work through the one that `loadShop` brings. Calls made before wait
 * for it, in order. When it cannot be loaded, calls fail with `NETWORK`, as they do when the server is away.
 */
export function deferShop(
  stores: ReadableStores,
  initialState: InitialState,
  loadShop: () => Promise<Shop>,
): DeferredShop {
  let loading: Promise<Shop> | null = null;

  function open(): Promise<Shop> {
    loading ??= loadShop().catch((fault: unknown) => {
      loading = null;
      throw fault;
    });
    return loading;
  }

  async function call(
    part: 'actions' | 'api' | 'queries',
    name: string,
    values: unknown[],
  ): Promise<unknown> {
    let shop: Shop;
    try {
      shop = await open();
    } catch {
      return err(unreachable);
    }
    return (shop[part] as unknown as Record<string, Callable>)[name]?.(...values);
  }

  /** What is no plain call: a stream, an object that is there at once, a promise that rejects. */
  const special: Partial<Shop['actions']> = {
    watchOrder: (id) => defer(open).pipe(switchMap((shop) => shop.actions.watchOrder(id))),
    watchLesson: (lesson, onSaved) =>
      watchLater(async () => (await open()).actions.watchLesson(lesson, onSaved), onSaved),
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

/** Passes on what happens to a film to one who comes later. While none can be had, only pauses and leaving try again. */
function watchLater(find: () => Promise<Watching>, onSaved: (isSaved: boolean) => void): Watching {
  let found: Promise<Watching> | null = null;
  let hasFailed = false;

  function passOn(report: (watching: Watching) => void): void {
    found ??= find();
    found.then(report).catch(() => {
      found = null;
      hasFailed = true;
      onSaved(false);
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

/** An object that has a method of every name: those of `own`, and for all others one that hands its call to `call`. */
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
      // The same function each time, because React compares by identity.
      const method: Callable = (...values) => call(name, values);
      methods.set(name, method);
      return method;
    },
  });
}
