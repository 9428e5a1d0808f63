import type { PostalAddress } from '#core/rules/address.ts';

/** Reads the fields of an invoice address. */
export interface BillingAddressHandle {
  /** The typed address, null when it is not right yet (its faults are shown then). */
  read(): Promise<PostalAddress | null>;
}
