import type { ColumnType } from 'kysely';
import type { Defaulted, Instant, Json } from './columns.ts';

interface CartsTable {
  id: string;
  public_id: string;
  user_id: string | null;
  email: string | null;
  shipping_address: ColumnType<unknown, string | null, string | null>;
  coupon_code: string | null;
  campaign: string | null;
  voucher_id: string | null;
  referral_code: string | null;
  affiliate_code: string | null;
  updated_at: Instant;
}

interface CartLinesTable {
  cart_id: string;
  product_id: string;
  quantity: number;
  custom_properties: ColumnType<unknown, string | undefined, string>;
  position: number;
  is_from_coupon: Defaulted<boolean>;
}

interface CartMergesTable {
  user_id: string;
  merge_id: string;
  changes: Json;
  merged_at: Instant;
}

/** Carts of guests and users. */
export interface CartTables {
  carts: CartsTable;
  cart_lines: CartLinesTable;
  cart_merges: CartMergesTable;
}
