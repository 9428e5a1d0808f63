import { useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** What a field shows, the value of the page around it, and the values it asked for that no page has had yet. */
export interface TypedValue {
  readonly typed: string;
  /** The key of the page's location. */
  readonly page: string;
  readonly value: string;
  readonly asked: readonly string[];
}

/**
 * The field on another page. One with a value that was asked for changes nothing, because somebody may have typed on
 * since: a page can be shown later than the next one is asked for. One with the same value as before is of another
 * filter. Any other value comes from a saved view, Back or the reset, and is taken.
 */
export function followPage(field: TypedValue, page: string, value: string): TypedValue {
  if (page === field.page) return field;
  const { asked } = field;
  const isOwn = asked.length === 0 ? value === field.value : asked.includes(value);
  if (!isOwn) return { typed: value, page, value, asked: [] };
  const later = value === asked.at(-1) ? [] : asked.slice(asked.indexOf(value) + 1);
  return { typed: field.typed, page, value, asked: later };
}

/** Whether a value has to be asked for: not the page's, and not the one that is on its way. */
export function isWanted({ asked, value }: TypedValue, wanted: string, isLoading: boolean): boolean {
  if (asked.length === 0) return wanted !== value;
  // What failed to load is asked for again.
  return wanted !== asked.at(-1) || !isLoading;
}

/**
 * What somebody types for a value in the address: it stays as it is, with the focus, until the page has it. `apply`
 * reports a text once.
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
