import { type FileHandle, open, readFile } from 'node:fs/promises';
import * as z from 'zod';
import { amount } from '../amount.ts';
import { cardBrands } from '../card-brands.ts';
import { declineReasons } from './merchant-schemas.ts';
import { cardBehaviours } from './test-cards.ts';

const at = z.int();

const storedCard = z.object({
  /** The wallet that the shopper used; absent for a typed card. */
  wallet: z.enum(['paypal', 'google_pay']).optional(),
  brand: z.enum(cardBrands).nullable(),
  last_four: z.string().length(4).nullable(),
  behaviour: z.enum(cardBehaviours),
});

/** A card or wallet as the gateway stores it: without the card's number. */
export type StoredCard = z.output<typeof storedCard>;

const nonceEntry = z.object({
  type: z.literal('nonce'),
  at,
  nonce: z.string(),
  card: storedCard,
  /** The highest amount in cents for which 3-D Secure was passed; null without 3-D Secure. */
  verified_amount: amount.nullable(),
  /** The nonce that this one replaced after 3-D Secure; null for none. */
  replaces: z.string().nullable(),
});

const attempt = {
  at,
  attempt_key: z.string(),
  order_code: z.string(),
  amount,
  payment_method_nonce: z.string(),
};

const granted = {
  ...attempt,
  transaction_id: z.string(),
  card: storedCard,
  customer_id: z.string().nullable(),
  vault_token: z.string().nullable(),
  /** The requested amount, if the bank has granted less. */
  requested: amount.optional(),
};

/** A charge that waits for an action of the buyer; an authorisation, decline or close with its key ends that. */
const actionEntry = z.object({
  type: z.literal('action'),
  ...granted,
  kind: z.enum(['redirect', 'in_page']),
  return_url: z.string().nullable(),
  locale: z.enum(['de', 'en']),
});

/** An authorisation: the bank has reserved the amount; nothing is taken yet. */
const authorisationEntry = z.object({
  type: z.literal('authorisation'),
  ...granted,
  /** Until this time the gateway does not report it. */
  known_at: at.optional(),
});

/** A charge: an authorisation was captured and the amount taken. */
const chargeEntry = z.object({ type: z.literal('charge'), ...granted });

/** A release: an authorisation was voided. */
const releaseEntry = z.object({ type: z.literal('release'), at, transaction_id: z.string() });

/** A card that was stored without a charge, or whose storing was refused. */
const vaultEntry = z.object({
  type: z.literal('vault'),
  at,
  payment_method_nonce: z.string(),
  customer_id: z.string(),
  card: storedCard,
  /** Null when storing was refused; the nonce is used up then too. */
  vault_token: z.string().nullable(),
});

const declineEntry = z.object({
  type: z.literal('decline'),
  ...attempt,
  transaction_id: z.string().nullable(),
  reason: z.enum(declineReasons),
});

/** The gateway responded `never_charged` for this attempt, which must remain true. */
const closeEntry = z.object({ type: z.literal('close'), at, attempt_key: z.string() });

const refundEntry = z.object({
  type: z.literal('refund'),
  at,
  refund_key: z.string(),
  transaction_id: z.string(),
  amount,
  /** Null when the refund was refused. */
  refund_id: z.string().nullable(),
});

/** One line of the ledger of the gateway. `at` is in milliseconds since the epoch, amounts are in cents. */
const ledgerEntry = z.discriminatedUnion('type', [
  nonceEntry,
  actionEntry,
  authorisationEntry,
  chargeEntry,
  releaseEntry,
  vaultEntry,
  declineEntry,
  closeEntry,
  refundEntry,
]);

export type LedgerEntry = z.output<typeof ledgerEntry>;
export type NonceEntry = z.output<typeof nonceEntry>;
export type ActionEntry = z.output<typeof actionEntry>;
export type AuthorisationEntry = z.output<typeof authorisationEntry>;
export type ChargeEntry = z.output<typeof chargeEntry>;
export type DeclineEntry = z.output<typeof declineEntry>;
export type CloseEntry = z.output<typeof closeEntry>;
export type RefundEntry = z.output<typeof refundEntry>;

/** A file of JSON lines to which entries are only appended. */
export interface LedgerFile {
  /** The entries that were in the file when it was opened, oldest first. */
  readonly history: readonly LedgerEntry[];
  /** Queues an entry for writing; `settled` resolves after it is written to disk. */
  append(entry: LedgerEntry): void;
  /**
   * Resolves when all entries appended so far are written to disk (fsync).
   * @throws Error after a failed write and on every later call: memory and disk then differ, so the process
   * has to be restarted.
   */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the ledger at `path` and reads it. An incomplete last line was cut off by a crash before any response
 * was sent; it is removed. `onLost` is called when writing fails.
 * @throws Error with file and line number when another line cannot be read.
 */
export async function openLedgerFile(path: string, onLost: (fault: unknown) => void): Promise<LedgerFile> {
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

function createWriter(file: FileHandle, onLost: (fault: unknown) => void): Omit<LedgerFile, 'history'> {
  let waiting = '';
  let lastWrite: Promise<void> = Promise.resolve();

  // Writes all queued entries with one fsync; entries that arrive during a write form the next batch.
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
