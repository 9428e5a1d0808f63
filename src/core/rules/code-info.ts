import type { Cents } from './money.ts';

/** What a typed code can be: a coupon of one of four kinds, a gift of one product, or a voucher with a balance. */
export const codeKinds = ['percent', 'fixed', 'free_shipping', 'free_product', 'gift', 'voucher'] as const;

export type CodeKind = (typeof codeKinds)[number];

/** What a code gives, shown before it is used (specification §7 `code/info`). */
export interface CodeInfo {
  readonly code: string;
  readonly kind: CodeKind;
  /** Percent for `percent`, cents for `fixed` and the balance of a `voucher`, else null. */
  readonly value: number | null;
  /** Title of the product given by `gift` and `free_product`. */
  readonly product_title: string | null;
  readonly minimum_subtotal: Cents | null;
  /** ISO 8601. */
  readonly valid_until: string | null;
}
