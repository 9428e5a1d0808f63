import { useEffect, useState } from 'react';
import type { CatalogueRecord } from '#core/model/catalogue-record.ts';
import { differingFields } from '#core/rules/catalogue/record-values.ts';
import type { Fields } from './record-schema.ts';
import { fresh, onLatest, readKept, settled } from './written-record.ts';

/**
 * What somebody writes in a record. It stays in this browser's tab over a reload until it is saved, and over what
 * others save in the meantime.
 */
export function useWrittenRecord(record: CatalogueRecord) {
  const key = `catalogue.${record.id}`;
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
    follow: (latest: CatalogueRecord) => set(fresh(latest)),
    /** What was sent is saved; what was typed since then stays. */
    settle: (latest: CatalogueRecord, sent: Fields) => set((last) => settled(last.written, latest, sent)),
    /** Somebody else saved: goes on with what was written here, on their version. */
    rebase: (latest: CatalogueRecord) => set((last) => onLatest(last.written, latest)),
  };
}
