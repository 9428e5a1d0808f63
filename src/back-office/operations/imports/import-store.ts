import type { ImportPlan, ImportRun } from '#core/model/shop-import.ts';
import { type CallFailure, isOutage, type Result } from '#core/rules/basics/result.ts';

/** Sends the file; without `seen` it is only checked. */
type SendFile = (seen?: string) => Promise<Result<ImportPlan, CallFailure>>;

interface ImportNeeds {
  /** How far the last import of this kind is, whoever began it. */
  readonly read: () => Promise<Result<ImportRun | null, CallFailure>>;
  /** Waits between two reads. */
  readonly pause: () => Promise<unknown>;
}

interface AppliedImport {
  readonly answer: Result<ImportPlan, CallFailure>;
  /** What the file would do now; null where nobody knows. */
  readonly latest: ImportPlan | null;
}

/** How far the import of one kind is: while somebody looks at it and it goes on, it is read again and again. */
export class ImportStore {
  readonly #needs: ImportNeeds;
  readonly #listeners = new Set<() => void>();
  #run: ImportRun | null;
  #isSending = false;
  #following: Promise<void> | null = null;

  /** @param run what was read when the screen was opened */
  constructor(needs: ImportNeeds, run: ImportRun | null) {
    this.#needs = needs;
    this.#run = run;
  }

  readonly snapshot = (): ImportRun | null => this.#run;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#goesOn()) void this.#follow();
    return () => this.#listeners.delete(listener);
  };

  /**
   * Carries out the import that was seen. Where this failed although it may have been carried out, because its answer
   * was lost or it was sent twice, the file is checked again when none runs any more; when all of it is there by then,
   * that is the answer.
   */
  async apply(send: SendFile, seen: string): Promise<AppliedImport> {
    this.#isSending = true;
    void this.#follow();
    const answer = await send(seen);
    this.#isSending = false;
    await this.#look();
    if (answer.ok) return { answer, latest: answer.value };
    await this.#follow();
    const mayBeDone = answer.error.code === 'RECORD_CHANGED' || isOutage(answer.error);
    const checked = mayBeDone ? await send() : null;
    if (!checked?.ok) return { answer, latest: null };
    return { answer: isThere(checked.value) ? checked : answer, latest: checked.value };
  }

  #goesOn(): boolean {
    return this.#listeners.size > 0 && (this.#isSending || this.#run?.state === 'running');
  }

  #follow(): Promise<void> {
    this.#following ??= this.#lookWhileItGoesOn().finally(() => {
      this.#following = null;
    });
    return this.#following;
  }

  async #lookWhileItGoesOn(): Promise<void> {
    while (this.#goesOn()) {
      await this.#needs.pause();
      if (this.#goesOn()) await this.#look();
    }
  }

  /** What cannot be read stays as it was: the line may come back. */
  async #look(): Promise<void> {
    const read = await this.#needs.read();
    if (!read.ok) return;
    this.#run = read.value;
    for (const listener of this.#listeners) listener();
  }
}

/** Whether the shop has all rows of the file already. */
export function isThere({ rows }: Pick<ImportPlan, 'rows'>): boolean {
  return rows.every(({ state }) => state === 'same');
}
