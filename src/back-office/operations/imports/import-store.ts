import type { ImportPlan, ImportRun } from '#core/model/shop-import.ts';
import { type CallFailure, isOutage, type Result } from '#core/rules/basics/result.ts';

/** Sends the file. Without `seen` it is only checked. */
type SendFile = (seen?: string) => Promise<Result<ImportPlan, CallFailure>>;

interface ImportNeeds {
  /** Returns the last import of this kind, no matter who started it. */
  readonly read: () => Promise<Result<ImportRun | null, CallFailure>>;
  /** Waits between two reads. */
  readonly pause: () => Promise<unknown>;
}

interface AppliedImport {
  readonly response: Result<ImportPlan, CallFailure>;
  /** The result of a new check of the file. Null if there is none. */
  readonly latest: ImportPlan | null;
}

/** Holds the progress of one kind of import and polls it while it runs and has subscribers. */
export class ImportStore {
  readonly #needs: ImportNeeds;
  readonly #listeners = new Set<() => void>();
  #run: ImportRun | null;
  #isSending = false;
  #following: Promise<void> | null = null;

  /** @param run the import as loaded with the screen */
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
   * Applies the import that was checked as `seen`. After a failure that may have happened after the import, such as a
   * lost response or a repeated request, waits until no import runs and checks the file again. If all its rows exist by
   * then, the import counts as successful.
   */
  async apply(send: SendFile, seen: string): Promise<AppliedImport> {
    this.#isSending = true;
    void this.#follow();
    const response = await send(seen);
    this.#isSending = false;
    await this.#look();
    if (response.ok) return { response, latest: response.value };
    await this.#follow();
    const mayBeDone = response.error.code === 'RECORD_CHANGED' || isOutage(response.error);
    const checked = mayBeDone ? await send() : null;
    if (!checked?.ok) return { response, latest: null };
    return { response: isAlreadyImported(checked.value) ? checked : response, latest: checked.value };
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

  /** A failed read keeps the last state; the connection may come back. */
  async #look(): Promise<void> {
    const read = await this.#needs.read();
    if (!read.ok) return;
    this.#run = read.value;
    for (const listener of this.#listeners) listener();
  }
}

/** Returns whether the shop already has all rows of the file. */
export function isAlreadyImported({ rows }: Pick<ImportPlan, 'rows'>): boolean {
  return rows.every(({ state }) => state === 'same');
}
