import type { FileHandle } from 'node:fs/promises';
import { open, readFile } from 'node:fs/promises';
import type { LedgerEntry } from './ledger-entries.ts';
import { ledgerEntry } from './ledger-entries.ts';

/** An append-only file of JSON lines. */
export interface Ledger {
  /** What earlier processes wrote, oldest first. */
  readonly history: readonly LedgerEntry[];
  /** Queues an entry for writing; `settled` says when it is safe. */
  append(entry: LedgerEntry): void;
  /**
   * Resolves once everything appended so far is on the disk (fsync).
   * @throws Error when writing failed, now and ever after: what was decided in memory is ahead of the disk then,
   * and the process has to start again.
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the ledger at `path` and reads it. A last line without its end was cut off by a crash before anybody
 * was answered; it is removed. `onLost` hears once when writing fails.
 * @throws Error naming file and line when a line inside the file cannot be read.
 */
export async function openLedger(path: string, onLost: (fault: unknown) => void): Promise<Ledger> {
  const file = await open(path, 'a+');
  try {
    const bytes = await readFile(path);
    const whole = bytes.lastIndexOf(0x0a) + 1;
    if (whole < bytes.length) {
      await file.truncate(whole);
      await file.datasync();
    }
    const history = readLines(path, bytes.subarray(0, whole).toString('utf8'));
    return { history, ...createWriter(file, onLost) };
  } catch (fault) {
    await file.close();
    throw fault;
  }
}

function readLines(path: string, text: string): LedgerEntry[] {
  const lines = text.split('\n').slice(0, -1);
  return lines.map((line, index) => {
    try {
      return ledgerEntry.parse(JSON.parse(line));
    } catch (cause) {
      const cure = 'restore the file from a backup, or move it away to begin with an empty ledger';
      throw new Error(`${path}, line ${index + 1}: this is not a ledger entry; ${cure}`, { cause });
    }
  });
}

function createWriter(file: FileHandle, onLost: (fault: unknown) => void): Omit<Ledger, 'history'> {
  let waiting = '';
  let lastWrite: Promise<void> = Promise.resolve();

  // Entries of many requests share one fsync: while one write runs, the next batch gathers.
  async function write(): Promise<void> {
    const batch = waiting;
    waiting = '';
    if (batch === '') return;
    try {
      await file.appendFile(batch);
      await file.datasync();
    } catch (fault) {
      onLost(fault);
      throw fault;
    }
  }

  return {
    append(entry) {
      waiting += `${JSON.stringify(entry)}\n`;
    },
    settled() {
      lastWrite = lastWrite.then(write);
      return lastWrite;
    },
    async close() {
      await lastWrite.then(write).finally(() => file.close());
    },
  };
}
