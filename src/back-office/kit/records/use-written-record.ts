import { useEffect, useState } from 'react';
import { differingFields, type Fields } from '#core/rules/catalogue/record-values.ts';
import { fresh, onLatest, readKept, refreshed, type Saved, settled } from './written-record.ts';

const prefix = 'written.';

/** Storage key of the author, an operator's id. */
const authorKey = `${prefix}by`;

/** Deletes the unsaved input of all records in this tab. */
export function forgetWritten(): void {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  for (const key of keys) sessionStorage.removeItem(key);
}

/** Records the logged-in operator and deletes the unsaved input of another operator in this tab. */
export function keepWrittenOf(operator: string): void {
  const author = sessionStorage.getItem(authorKey);
  if (author !== null && author !== operator) forgetWritten();
  sessionStorage.setItem(authorKey, operator);
}

/**
 * Unsaved input of a record. It is kept in this tab until it is saved, also across reloads and saves by other
 * operators.
 */
export function useWrittenRecord(id: string, record: Saved) {
  const key = `${prefix}${id}`;
  const [{ written, story }, set] = useState(() => {
    const kept = readKept(sessionStorage.getItem(key));
    return kept === null ? fresh(record) : onLatest(kept, record);
  });
  const isChanged = differingFields(written.base, written.value).length > 0;

  useEffect(() => {
    if (isChanged) sessionStorage.setItem(key, JSON.stringify(written));
    else sessionStorage.removeItem(key);
  }, [key, written, isChanged]);

  return {
    ...written,
    story,
    isChanged,
    change: (name: string, field: unknown) =>
      set((last) => ({
        ...last,
        written: { ...last.written, value: { ...last.written.value, [name]: field } },
      })),
    /** Discards the unsaved input. */
    follow: (latest: Saved) => set(fresh(latest)),
    /** Applies a successful save. Input typed after the request was sent is kept. */
    settle: (latest: Saved, sent: Fields) => set((last) => settled(last.written, latest, sent)),
    /** Moves the unsaved input onto a version that somebody else has saved. */
    rebase: (latest: Saved) => set((last) => onLatest(last.written, latest)),
    /** Applies the response of a call without a version check, including saves by others. */
    refresh: (latest: Saved) => set((last) => refreshed(last, latest)),
  };
}
