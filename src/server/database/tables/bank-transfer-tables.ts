import type { Defaulted, Instant } from './columns.ts';

interface BankTransfersTable {
  attempt_key: string;
  order_code: string;
  nonce: string | null;
  amount_cents: number;
  state: 'awaiting' | 'received' | 'closed';
  promised_at: Instant;
  settled_at: Defaulted<Instant | null>;
}

interface BankTransferRefundsTable {
  refund_key: string;
  attempt_key: string;
  amount_cents: number;
  asked_at: Instant;
  sent_at: Defaulted<Instant | null>;
}

/** The ledger of the bank transfer gateway. */
export interface BankTransferTables {
  bank_transfers: BankTransfersTable;
  bank_transfer_refunds: BankTransferRefundsTable;
}
