import type { InitialState } from './shop.ts';

/** Id of the `<script type="application/json">` element that carries the initial state in the page. */
export const initialStateElementId = 'initial-state';

/** The initial state as text for that element; `<` is escaped so that no value can close the element. */
export function serialiseInitialState(state: InitialState): string {
  return JSON.stringify(state).replaceAll('<', '\\u003c');
}
