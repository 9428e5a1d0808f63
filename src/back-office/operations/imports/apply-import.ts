import type { ImportPlan } from '#core/model/shop-import.ts';
import { type CallFailure, isOutage, type Result } from '#core/rules/basics/result.ts';

/** Sends the file; without `seen` it is only checked. */
type SendFile = (seen?: string) => Promise<Result<ImportPlan, CallFailure>>;

interface AppliedImport {
  readonly answer: Result<ImportPlan, CallFailure>;
  /** What the file would do now; null where nobody knows. */
  readonly latest: ImportPlan | null;
}

/**
 * Carries out the import that was seen. Where this failed although it may have been carried out, because its answer was
 * lost or it was sent twice, the file is checked again; when all of it is there by now, that is the answer.
 */
export async function applyImport(send: SendFile, seen: string): Promise<AppliedImport> {
  const answer = await send(seen);
  if (answer.ok) return { answer, latest: answer.value };
  const mayBeDone = answer.error.code === 'RECORD_CHANGED' || isOutage(answer.error);
  const checked = mayBeDone ? await send() : null;
  if (!checked?.ok) return { answer, latest: null };
  return { answer: isThere(checked.value) ? checked : answer, latest: checked.value };
}

/** Whether the shop has all rows of the file already. */
export function isThere({ rows }: Pick<ImportPlan, 'rows'>): boolean {
  return rows.every(({ state }) => state === 'same');
}
