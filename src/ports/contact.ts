import type { CallFailure, Result } from '#core/rules/result.ts';

/** A message to the people behind the shop. */
export interface ContactMessage {
  readonly email: string;
  readonly name: string;
  /** What it is about, in words that people read. */
  readonly topic: string;
  readonly message: string;
  /** Code of the order it is about; null for none. */
  readonly order_code: string | null;
}

/** Reaches the people behind the shop: the message is kept and receipted by mail. Rate limited. */
export interface Contact {
  send(message: ContactMessage): Promise<Result<null, CallFailure>>;
}
