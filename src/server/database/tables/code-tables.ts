import type { Day, Defaulted, Instant } from './columns.ts';

interface PromotionsTable {
  id: string;
  kind: string;
  value: number;
  valid_from: Instant | null;
  valid_until: Instant | null;
  total_limit: number | null;
  used: Defaulted<number>;
  per_customer_limit: number | null;
  minimum_subtotal_cents: number | null;
  product_ids: string[] | null;
  kinds: string[] | null;
  campaign: string | null;
  free_product_id: string | null;
  is_content: Defaulted<boolean>;
}

interface CouponCodesTable {
  code: string;
  promotion_id: string;
}

interface GiftCodesTable {
  id: string;
  code: string;
  kind: string;
  product_id: string | null;
  initial_cents: Defaulted<number>;
  balance_cents: Defaulted<number>;
  order_line_id: string | null;
  redeemed_by: string | null;
  redeemed_at: Instant | null;
  revoked_at: Instant | null;
  created_at: Instant;
  is_content: Defaulted<boolean>;
  recipient_name: Defaulted<string | null>;
  recipient_email: Defaulted<string | null>;
  greeting: Defaulted<string | null>;
  delivery: Defaulted<string>;
  deliver_on: Defaulted<Day | null>;
}

interface VoucherEntriesTable {
  id: string;
  gift_code_id: string;
  order_id: string | null;
  amount_cents: number;
  cause: string;
  happened_at: Instant;
  refund_id: Defaulted<string | null>;
}

/** Coupons, gift codes, vouchers and their ledger. */
export interface CodeTables {
  promotions: PromotionsTable;
  coupon_codes: CouponCodesTable;
  gift_codes: GiftCodesTable;
  voucher_entries: VoucherEntriesTable;
}
