import { isValidElement, type ReactElement, type ReactNode } from 'react';
import type { Cart } from '#core/model/cart.ts';
import type { Learner } from '#core/model/user.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop, textOf } from '#test/support/render-in-shop.tsx';
import { guestState } from '#test/support/test-browser.ts';

export type Drawn = ReactElement<{ readonly children?: ReactNode; readonly 'aria-label'?: string }>;

/** The event handlers of an element. */
type Handlers = Readonly<Record<string, (event?: object) => unknown>>;

/** Lists the HTML elements that a part consists of. */
export function* elementsIn(node: ReactNode): Generator<Drawn> {
  if (Array.isArray(node)) for (const one of node) yield* elementsIn(one);
  if (!isValidElement<Drawn['props']>(node)) return;
  const { type, props } = node;
  if (typeof type === 'function') return yield* elementsIn((type as (given: object) => ReactNode)(props));
  yield node;
  yield* elementsIn(props.children);
}

function labelOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(labelOf).join('');
  return isValidElement<Drawn['props']>(node) ? labelOf(node.props.children) : String(node || '');
}

/** Returns the handlers of the element with this type, label or text. */
export function handlersIn(elements: readonly Drawn[], name: string): Handlers {
  const namesOf = ({ type, props }: Drawn) => [type, props['aria-label'], labelOf(props.children)];
  // A fragment around the element has the same text, but no handlers.
  const isMore = ({ props }: Drawn) => Object.keys(props).some((key) => key !== 'children');
  const found = elements.find((element) => isMore(element) && namesOf(element).includes(name));
  if (found === undefined) throw new Error(`Nothing is called ${name}`);
  return found.props as object as Handlers;
}

/** Calls a hook and passes on its value. */
export function Uses<Value>(props: {
  readonly useValue: () => Value;
  readonly onValue: (value: Value) => void;
}) {
  props.onValue(props.useValue());
  return null;
}

interface Page {
  /** Return values of actions and API calls, by name. Others return nothing. */
  readonly responses?: Readonly<Record<string, unknown>>;
  readonly stores?: object;
  readonly cart?: Cart;
  /** Absent: a guest. */
  readonly learner?: Learner | undefined;
  readonly route?: string;
  readonly data?: unknown;
}

/**
 * Renders a part of an English page once, as the server does. `find` returns the handlers of the element with this
 * type, label or text, for a test to call; no effect runs and no state changes. `calls` are the actions and API calls
 * that followed, with their arguments.
 */
export async function draw(part: ReactNode, page: Page = {}) {
  const { responses = {}, cart, learner, route = '', data } = page;
  const session = learner === undefined ? guestState.session : ({ status: 'logged_in', learner } as const);
  const initialState = { ...guestState, locale: 'en' as const, session, facts: memoryShopFacts.shop };
  const stores = createStores(initialState);
  const value = { status: 'ready', cart, pendingLineId: null };
  const shown = cart && { cart: Object.create(stores.cart, { initial: { value }, snapshot: { value } }) };
  const calls: unknown[][] = [];
  const take =
    (_: object, name: string) =>
    (given?: unknown, ...more: unknown[]) => {
      calls.push([name, given, ...more].filter((one) => one !== undefined));
      return responses[name];
    };
  const actions = new Proxy({}, { get: take });
  const shop = { actions, api: actions, initialState, stores: { ...stores, ...shown, ...page.stores } };
  const elements: Drawn[] = [];
  const html = await renderInShop(
    <>
      {part}
      <Uses useValue={() => [...elementsIn(part)]} onValue={(found) => elements.push(...found)} />
    </>,
    { locale: 'en', route, data, shop },
  );
  return {
    calls,
    html,
    text: textOf(html),
    find: (name: string) => handlersIn(elements, name),
  };
}

/** Calls a hook as `draw` renders a part, and returns its value, with all that `draw` returns. */
export async function drawHook<Value>(useValue: () => Value, page: Page = {}) {
  const values: Value[] = [];
  const drawn = await draw(<Uses useValue={useValue} onValue={(value) => values.push(value)} />, page);
  return { ...drawn, value: values.at(-1) as Value };
}
