import { type Fields, isSameValue, rebased } from '#core/rules/catalogue/record-values.ts';

/** Unsaved input and the version of the record on which it is based. */
interface Written {
  readonly version: number;
  readonly base: Fields;
  readonly value: Fields;
}

/** Origin of the unsaved input: normal, restored after a reload, or moved onto a version saved by somebody else. */
export interface InputOrigin {
  readonly kind: 'none' | 'restored' | 'rebased';
  /** Fields changed on both sides. */
  readonly conflicts: readonly string[];
}

interface InputState {
  readonly written: Written;
  readonly origin: InputOrigin;
}

export interface SavedRecord {
  readonly version: number;
  readonly value: Fields;
}

const noOrigin: InputOrigin = { kind: 'none', conflicts: [] };

/** Starts without unsaved input. */
export function withoutInput({ version, value }: SavedRecord): InputState {
  return { written: { version, base: value, value }, origin: noOrigin };
}

/** Moves the unsaved input onto the latest version. */
export function rebaseInput(written: Written, record: SavedRecord): InputState {
  if (written.version === record.version) return { written, origin: { kind: 'restored', conflicts: [] } };
  // The input was saved, but the response was lost.
  if (isSameValue(written.value, record.value)) return withoutInput(record);
  const { value, conflicts } = rebased(written.base, written.value, record.value);
  return {
    written: { version: record.version, base: record.value, value },
    origin: { kind: 'rebased', conflicts },
  };
}

/** Returns the state after a successful save of `sent`. Input typed since then is kept. */
export function afterSave(written: Written, latest: SavedRecord, sent: Fields): InputState {
  const { value } = rebased(sent, written.value, latest.value);
  return { written: { version: latest.version, base: latest.value, value }, origin: noOrigin };
}

/** Returns the state after a call without a version check. Somebody else may have saved in the meantime. */
export function afterResponse(state: InputState, latest: SavedRecord): InputState {
  const { written } = state;
  if (written.version === latest.version) return state;
  return isSameValue(written.base, written.value) ? withoutInput(latest) : rebaseInput(written, latest);
}

/** Parses the input kept across a reload. Null if there is none or it is invalid. */
export function parseStoredInput(kept: string | null): Written | null {
  try {
    return JSON.parse(kept ?? 'null') as Written | null;
  } catch {
    return null;
  }
}
