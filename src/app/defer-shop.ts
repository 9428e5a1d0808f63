import { defer, switchMap } from 'rxjs';
import type { CallFailure } from '#core/rules/result.ts';
import { err } from '#core/rules/result.ts';
import type { InitialState, Shop, Stores } from '#core/use-cases/shop.ts';
import type { Actions, Watching } from '#core/use-cases/shop-actions.ts';
import type { Queries } from '#core/use-cases/shop-queries.ts';
import { actionNames, queryNames } from './action-names.ts';

/** A shop whose actions and queries wait for their code. */
export interface DeferredShop {
  readonly shop: Shop;
  /** Fetches the code now. A failure is thrown, and the next call tries again. */
  open(): Promise<Shop>;
}

/** What a call answers whose code could not be fetched: the network is away. */
const unreachable: CallFailure = { code: 'NETWORK', status: 0, detail: '', fields: {} };

/**
 * A shop that shows `stores` at once and does its work through the one that `fetchShop` brings. Calls made before wait
 * for it, in order. When it cannot be fetched, calls answer the failure `NETWORK`, as they do when the host is away.
 */
export function deferShop(
  stores: Stores,
  initialState: InitialState,
  fetchShop: () => Promise<Shop>,
): DeferredShop {
  let fetched: Promise<Shop> | null = null;

  function open(): Promise<Shop> {
    fetched ??= fetchShop().catch((fault: unknown) => {
      fetched = null;
      throw fault;
    });
    return fetched;
  }

  async function call(work: (shop: Shop) => unknown): Promise<unknown> {
    let shop: Shop;
    try {
      shop = await open();
    } catch {
      return err(unreachable);
    }
    return work(shop);
  }

  const actions = standIn<Actions>(actionNames, (name, values) =>
    call((shop) => (shop.actions[name] as Callable)(...values)),
  );
  const queries = standIn<Queries>(queryNames, (name, values) =>
    call((shop) => (shop.queries[name] as Callable)(...values)),
  );
  return {
    shop: {
      stores,
      initialState,
      queries,
      actions: {
        ...actions,
        watchOrder: (id) => defer(open).pipe(switchMap((shop) => shop.actions.watchOrder(id))),
        watchLesson: (lesson, onKept) =>
          watchLater(async () => (await open()).actions.watchLesson(lesson, onKept), onKept),
        loadCardTokenizer: async (provider) => (await open()).actions.loadCardTokenizer(provider),
      },
    },
    open,
  };
}

/** Tells what happens to one who comes later. While nobody can be had, only pauses and leaving ask again. */
function watchLater(find: () => Promise<Watching>, onKept: (isKept: boolean) => void): Watching {
  let found: Promise<Watching> | null = null;
  let hasFailed = false;

  function tell(say: (watching: Watching) => void): void {
    found ??= find();
    found.then(say).catch(() => {
      found = null;
      hasFailed = true;
      onKept(false);
    });
  }
  return {
    played(position, length) {
      if (found !== null || !hasFailed) tell((watching) => watching.played(position, length));
    },
    stopped: (position, length) => tell((watching) => watching.stopped(position, length)),
    left: (position, length) => tell((watching) => watching.left(position, length)),
  };
}

type Callable = (...values: unknown[]) => unknown;

/** An object with a function of each name; what it is called with goes to `call`. */
function standIn<Service extends object>(
  names: readonly (keyof Service)[],
  call: (name: keyof Service, values: unknown[]) => Promise<unknown>,
): Service {
  return Object.fromEntries(
    names.map((name) => [name, (...values: unknown[]) => call(name, values)]),
  ) as Service;
}
