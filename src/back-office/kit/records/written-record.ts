import { type Fields, isSameValue, rebased } from '#core/rules/catalogue/record-values.ts';

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

/** What is shown, and what is said of it. */
interface Told {
  readonly written: Written;
  readonly story: Story;
}

/** A record as it is on the server. */
export interface Saved {
  readonly version: number;
  readonly value: Fields;
}

const untold: Story = { kind: 'none', contested: [] };

/** The record as it is on the server. */
export function fresh({ version, value }: Saved): Told {
  return { written: { version, base: value, value }, story: untold };
}

/** What was written, on the version that is the last by now. */
export function onLatest(written: Written, record: Saved): Told {
  if (written.version === record.version) return { written, story: { kind: 'restored', contested: [] } };
  const { value, contested } = rebased(written.base, written.value, record.value);
  return {
    written: { version: record.version, base: record.value, value },
    story: { kind: 'rebased', contested },
  };
}

/** After a save of what was sent: what was typed since then stays. */
export function settled(written: Written, latest: Saved, sent: Fields): Told {
  const { value } = rebased(sent, written.value, latest.value);
  return { written: { version: latest.version, base: latest.value, value }, story: untold };
}

/** After a call that does not ask which version was read: somebody else may have saved since. */
export function refreshed(told: Told, latest: Saved): Told {
  const { written } = told;
  if (written.version === latest.version) return told;
  return isSameValue(written.base, written.value) ? fresh(latest) : onLatest(written, latest);
}

/** What was kept over a reload; null when there is nothing, or it cannot be read. */
export function readKept(kept: string | null): Written | null {
  try {
    return JSON.parse(kept ?? 'null') as Written | null;
  } catch {
    return null;
  }
}
