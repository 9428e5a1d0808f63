import { type Fields, isSameValue, rebased } from '#core/rules/catalogue/record-values.ts';

/** Unsaved input and the version of the record on which it is based. */
interface Written {
  readonly version: number;
  readonly base: Fields;
  readonly value: Fields;
}

/** Origin of the unsaved input: normal, restored after a reload, or moved onto a version saved by somebody else. */
export interface Story {
  readonly kind: 'none' | 'restored' | 'rebased';
  /** Fields changed on both sides. */
  readonly contested: readonly string[];
}

interface Told {
  readonly written: Written;
  readonly story: Story;
}

export interface Saved {
  readonly version: number;
  readonly value: Fields;
}

const untold: Story = { kind: 'none', contested: [] };

/** Starts without unsaved input. */
export function fresh({ version, value }: Saved): Told {
  return { written: { version, base: value, value }, story: untold };
}

/** Moves the unsaved input onto the latest version. */
export function onLatest(written: Written, record: Saved): Told {
  if (written.version === record.version) return { written, story: { kind: 'restored', contested: [] } };
  // The input was saved, but the response was lost.
  if (isSameValue(written.value, record.value)) return fresh(record);
  const { value, contested } = rebased(written.base, written.value, record.value);
  return {
    written: { version: record.version, base: record.value, value },
    story: { kind: 'rebased', contested },
  };
}

/** Returns the state after a successful save of `sent`. Input typed since then is kept. */
export function settled(written: Written, latest: Saved, sent: Fields): Told {
  const { value } = rebased(sent, written.value, latest.value);
  return { written: { version: latest.version, base: latest.value, value }, story: untold };
}

/** Returns the state after a call without a version check. Somebody else may have saved in the meantime. */
export function refreshed(told: Told, latest: Saved): Told {
  const { written } = told;
  if (written.version === latest.version) return told;
  return isSameValue(written.base, written.value) ? fresh(latest) : onLatest(written, latest);
}

/** Parses the input kept across a reload. Null if there is none or it is invalid. */
export function readKept(kept: string | null): Written | null {
  try {
    return JSON.parse(kept ?? 'null') as Written | null;
  } catch {
    return null;
  }
}
