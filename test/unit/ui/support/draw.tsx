import { isValidElement, type ReactElement, type ReactNode } from 'react';
import type { Cart } from '#core/model/cart.ts';
import type { Learner } from '#core/model/user.ts';
import { createStores } from '#core/storefront/kernel/stores.ts';
import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';
import { renderInShop, textOf } from '#test/support/render-in-shop.tsx';
import { guestState } from '#test/support/test-browser.ts';

export type Drawn = ReactElement<{ readonly children?: ReactNode; readonly 'aria-label'?: string }>;

/** What React would call for events of an element. */
type Handlers = Readonly<Record<string, (event?: object) => unknown>>;

/** The elements that a part comes to. */
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

/** The handlers of the element of this type, or with this label or these words. */
export function handlersIn(elements: readonly Drawn[], name: string): Handlers {
  const namesOf = ({ type, props }: Drawn) => [type, props['aria-label'], labelOf(props.children)];
  // Not a fragment around it, whose text is the same.
  const isMore = ({ props }: Drawn) => Object.keys(props).some((key) => key !== 'children');
  const found = elements.find((element) => isMore(element) && namesOf(element).includes(name));
  if (found === undefined) throw new Error(`Nothing is called ${name}`);
  return found.props as object as Handlers;
}

/** Hands out what a hook returns. */
export function Uses<Value>(props: {
  readonly useValue: () => Value;
  readonly tell: (value: Value) => void;
}) {
  props.tell(props.useValue());
  return null;
}

interface Page {
  /** What actions and calls of the API return, by their names; the others return nothing. */
  readonly answers?: Readonly<Record<string, unknown>>;
  readonly stores?: object;
  readonly cart?: Cart;
  /** Absent: a guest. */
  readonly learner?: Learner | undefined;
  readonly route?: string;
  readonly data?: unknown;
}

/**
 * Draws a part of an English page once, as the server does. `find` returns the handlers of the element of this type, or
 * with this label or these words: a test can press it, though no effect runs and no state changes. `calls` are the
 * actions and calls that followed.
 */
export async function draw(part: ReactNode, page: Page = {}) {
  const { answers = {}, cart, learner, route = '', data } = page;
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
      return answers[name];
    };
  const actions = new Proxy({}, { get: take });
  const shop = { actions, api: actions, initialState, stores: { ...stores, ...shown, ...page.stores } };
  const elements: Drawn[] = [];
  const html = await renderInShop(
    <>
      {part}
      <Uses useValue={() => [...elementsIn(part)]} tell={(found) => elements.push(...found)} />
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
