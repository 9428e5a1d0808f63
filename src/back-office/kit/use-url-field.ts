import { useState } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** State of a field: its text, the value in the URL, and the requested values that the URL has not reached yet. */
export interface UrlFieldState {
  readonly typed: string;
  /** The key of the page's location. */
  readonly page: string;
  readonly value: string;
  readonly requested: readonly string[];
}

/**
 * Updates the field after a navigation. A value requested by the field does not change its text, because the user may
 * have typed on: pages may arrive after the next request. An unchanged value means that another filter has changed. Any
 * other value comes from a saved view, the Back button or the reset, and replaces the text.
 */
export function followNavigation(field: UrlFieldState, page: string, value: string): UrlFieldState {
  if (page === field.page) return field;
  const { requested } = field;
  const isOwn = requested.length === 0 ? value === field.value : requested.includes(value);
  if (!isOwn) return { typed: value, page, value, requested: [] };
  const later = value === requested.at(-1) ? [] : requested.slice(requested.indexOf(value) + 1);
  return { typed: field.typed, page, value, requested: later };
}

/** Returns whether a value must be requested: it is neither the current one nor the one being loaded. */
export function needsRequest(
  { requested, value }: UrlFieldState,
  wanted: string,
  isLoading: boolean,
): boolean {
  if (requested.length === 0) return wanted !== value;
  // A value that failed to load is requested again.
  return wanted !== requested.at(-1) || !isLoading;
}

/**
 * Field for a value in the URL. The typed text and the focus stay until the page has loaded it. `apply` requests each
 * value once.
 */
export function useUrlField(value: string, onChange: (value: string) => void) {
  const { key } = useLocation();
  const isLoading = useNavigation().state !== 'idle';
  const [stored, set] = useState<UrlFieldState>({ typed: value, page: key, value, requested: [] });
  const field = followNavigation(stored, key, value);
  if (field !== stored) set(field);

  function apply(text: string): void {
    const wanted = text.trim();
    const asks = needsRequest(field, wanted, isLoading);
    set({ ...field, typed: text, requested: asks ? [...field.requested, wanted] : field.requested });
    if (asks) onChange(text);
  }
  return { typed: field.typed, type: (text: string) => set({ ...field, typed: text }), apply };
}
