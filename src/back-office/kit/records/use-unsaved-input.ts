import { useEffect, useState } from 'react';
import { differingFields, type Fields } from '#core/rules/catalogue/record-values.ts';
import {
  afterResponse,
  afterSave,
  parseStoredInput,
  rebaseInput,
  type SavedRecord,
  withoutInput,
} from './unsaved-input.ts';

const prefix = 'written.';

/** Storage key of the author, an operator's id. */
const authorKey = `${prefix}by`;

/** Deletes the unsaved input of all records in this tab. */
export function deleteUnsavedInput(): void {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  for (const key of keys) sessionStorage.removeItem(key);
}

/** Records the logged-in operator and deletes the unsaved input of another operator in this tab. */
export function keepUnsavedInputOf(operator: string): void {
  const author = sessionStorage.getItem(authorKey);
  if (author !== null && author !== operator) deleteUnsavedInput();
  sessionStorage.setItem(authorKey, operator);
}

/**
 * Unsaved input of a record. It is kept in this tab until it is saved, also across reloads and saves by other
 * operators.
 */
export function useUnsavedInput(id: string, record: SavedRecord) {
  const key = `${prefix}${id}`;
  const [{ written, origin }, set] = useState(() => {
    const kept = parseStoredInput(sessionStorage.getItem(key));
    return kept === null ? withoutInput(record) : rebaseInput(kept, record);
  });
  const isChanged = differingFields(written.base, written.value).length > 0;

  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify(written));
    else sessionStorage.removeItem(key);
  }, [key, written, isChanged]);

  return {
    ...written,
    origin,
    isChanged,
    change: (name: string, field: unknown) =>
      set((last) => ({
        ...last,
        written: { ...last.written, value: { ...last.written.value, [name]: field } },
      })),
    /** Discards the unsaved input. */
    follow: (latest: SavedRecord) => set(withoutInput(latest)),
    /** Applies a successful save. Input typed after the request was sent is kept. */
    settle: (latest: SavedRecord, sent: Fields) => set((last) => afterSave(last.written, latest, sent)),
    /** Moves the unsaved input onto a version that somebody else has saved. */
    rebase: (latest: SavedRecord) => set((last) => rebaseInput(last.written, latest)),
    /** Applies the response of a call without a version check, including saves by others. */
    refresh: (latest: SavedRecord) => set((last) => afterResponse(last, latest)),
  };
}
