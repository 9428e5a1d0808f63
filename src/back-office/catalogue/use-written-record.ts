import { useEffect, useState } from 'react';
import type { CatalogueRecord } from '#core/model/catalogue-record.ts';
import { differingFields, rebased } from '#core/rules/catalogue/record-values.ts';
import type { Fields } from './record-schema.ts';

/** What somebody is writing, on which version of the record. */
interface Written {
  readonly version: number;
  readonly base: Fields;
  readonly value: Fields;
}

/** What happened to it: nothing, it came back after a reload, or somebody else saved in the meantime. */
export interface Story {
  readonly kind: 'none' | 'restored' | 'rebased';
  /** Fields that both changed. */
  readonly contested: readonly string[];
}

const untold: Story = { kind: 'none', contested: [] };

function fresh({ version, value }: Pick<CatalogueRecord, 'version' | 'value'>): Written {
  return { version, base: value, value };
}

function onLatest(written: Written, record: CatalogueRecord): { written: Written; story: Story } {
  if (written.version === record.version) return { written, story: { kind: 'restored', contested: [] } };
  const { value, contested } = rebased(written.base, written.value, record.value);
  return {
    written: { version: record.version, base: record.value, value },
    story: { kind: 'rebased', contested },
  };
}

function readKept(key: string): Written | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Written | null;
  } catch {
    return null;
  }
}

/**
 * What somebody writes in a record. It stays in this browser's tab over a reload until it is saved, and over what others
 * save in the meantime.
 */
export function useWrittenRecord(record: CatalogueRecord) {
  const key = `catalogue.${record.id}`;
  const [{ written, story }, set] = useState(() => {
    const kept = readKept(key);
    return kept === null ? { written: fresh(record), story: untold } : onLatest(kept, record);
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
    follow: (latest: CatalogueRecord) => set({ written: fresh(latest), story: untold }),
    /** What was sent is saved; what was typed since then stays. */
    settle: (latest: CatalogueRecord, sent: Fields) =>
      set((last) => {
        const { value } = rebased(sent, last.written.value, latest.value);
        return { written: { version: latest.version, base: latest.value, value }, story: untold };
      }),
    /** Somebody else saved: goes on with what was written here, on their version. */
    rebase: (latest: CatalogueRecord) => set((last) => onLatest(last.written, latest)),
  };
}
