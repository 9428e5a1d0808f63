import { useEffect, useState } from 'react';
import { differingFields, type Fields } from '#core/rules/catalogue/record-values.ts';
import { fresh, onLatest, readKept, refreshed, type Saved, settled } from './written-record.ts';

const prefix = 'written.';

/** Who has written it, by the operator's id. */
const authorKey = `${prefix}by`;

/** Forgets what was written in this tab and not saved, in every record. */
export function forgetWritten(): void {
  const keys = Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  for (const key of keys) sessionStorage.removeItem(key);
}

/** An operator is logged in: what another one wrote in this tab before is forgotten. */
export function keepWrittenOf(operator: string): void {
  const author = sessionStorage.getItem(authorKey);
  if (author !== null && author !== operator) forgetWritten();
  sessionStorage.setItem(authorKey, operator);
}

/**
 * What somebody writes in the record with this id. It stays in this browser's tab over a reload until it is saved, and
 * over what others save in the meantime.
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
    /** Shows the record as it is on the server. */
    follow: (latest: Saved) => set(fresh(latest)),
    /** What was sent is saved; what was typed since then stays. */
    settle: (latest: Saved, sent: Fields) => set((last) => settled(last.written, latest, sent)),
    /** Somebody else saved: goes on with what was written here, on their version. */
    rebase: (latest: Saved) => set((last) => onLatest(last.written, latest)),
    /** After a call that does not ask which version was read: what others have saved since is taken over. */
    refresh: (latest: Saved) => set((last) => refreshed(last, latest)),
  };
}
