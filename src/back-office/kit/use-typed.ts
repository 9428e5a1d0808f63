import { useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** State of a field: its text, the value in the URL, and the requested values that the URL has not reached yet. */
export interface TypedValue {
  readonly typed: string;
  /** The key of the page's location. */
  readonly page: string;
  readonly value: string;
  readonly asked: readonly string[];
}

/**
 * Updates the field after a navigation. A value requested by the field does not change its text, because the user may
 * have typed on: pages may arrive after the next request. An unchanged value means that another filter has changed. Any
 * other value comes from a saved view, the Back button or the reset, and replaces the text.
 */
export function followPage(field: TypedValue, page: string, value: string): TypedValue {
  if (page === field.page) return field;
  const { asked } = field;
  const isOwn = asked.length === 0 ? value === field.value : asked.includes(value);
  if (!isOwn) return { typed: value, page, value, asked: [] };
  const later = value === asked.at(-1) ? [] : asked.slice(asked.indexOf(value) + 1);
  return { typed: field.typed, page, value, asked: later };
}

/** Returns whether a value must be requested: it is neither the current one nor the one being loaded. */
export function isWanted({ asked, value }: TypedValue, wanted: string, isLoading: boolean): boolean {
  if (asked.length === 0) return wanted !== value;
  // A value that failed to load is requested again.
  return wanted !== asked.at(-1) || !isLoading;
}

/**
 * Field for a value in the URL. The typed text and the focus stay until the page has loaded it. `apply` requests each
 * value once.
 */
export function useTyped(value: string, onChange: (value: string) => void) {
  const { key } = useLocation();
  const isLoading = useNavigation().state !== 'idle';
  const [stored, set] = useState<TypedValue>({ typed: value, page: key, value, asked: [] });
  const field = followPage(stored, key, value);
  if (field !== stored) set(field);

  function apply(text: string): void {
    const wanted = text.trim();
    const asks = isWanted(field, wanted, isLoading);
    set({ ...field, typed: text, asked: asks ? [...field.asked, wanted] : field.asked });
    if (asks) onChange(text);
  }
  return { typed: field.typed, type: (text: string) => set({ ...field, typed: text }), apply };
}
