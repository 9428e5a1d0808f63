import type { PostalAddress } from '#core/model/address.ts';
import type { Order } from '#core/model/order.ts';
import type { PaymentProvider } from '#core/model/payment.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import type { Attribution } from './user-carts.ts';

/** What is ordered: the cart on the host; `gift_pdf_product_ids` only says which gifts come as a PDF. */
export interface OrderRequest {
  readonly cart_id: string;
  /** Null for a learner, whose address the host knows. */
  readonly email: string | null;
  readonly products: readonly { readonly product_id: string; readonly is_gift_pdf: boolean }[];
  readonly attribution: Attribution;
}

/** What the payment step works with. */
export interface StartedPayment {
  /** For the provider's card fields; null when nothing is due, or while cards cannot be taken and a transfer can. */
  readonly client_token: string | null;
  readonly provider: PaymentProvider;
  /** Pays by bank transfer instead, where the shop offers it; null otherwise. */
  readonly transfer_nonce: string | null;
  readonly order: Order;
}

/** One try to pay an order; `expected_total` in cents. */
export interface PaymentRequest {
  readonly order_id: string;
  /** Null only when nothing is due. */
  readonly nonce: string | null;
  readonly expected_total: number;
  readonly waiver_accepted: boolean;
  readonly save_payment_method: boolean;
  readonly billing_address: PostalAddress | null;
  /** What the provider's browser half has learnt about the device; absent without it. */
  readonly device_data?: string | null;
}

/**
 * Orders and their payment (decisions §4). A guest proves to be the buyer with the order's token; a learner by the
 * session, and the token is null. The same nonce for the same order never charges twice, so a call without an answer
 * may be made again. A changed price fails with `TOTAL_CHANGED`, status 409; a decline with `PAYMENT_DECLINED`, 402.
 */
export interface Orders {
  /** Makes the cart's one open order or answers it with new prices; `order_token` only for guests. */
  create(
    request: OrderRequest,
  ): Promise<Result<{ readonly order: Order; readonly order_token: string | null }, CallFailure>>;
  get(id: string, order_token: string | null): Promise<Result<Order, CallFailure>>;
  startPayment(id: string, order_token: string | null): Promise<Result<StartedPayment, CallFailure>>;
  /** Charges. An order in state `charging`, `unknown` or `awaiting_payment` is an answer: its outcome comes later. */
  pay(payment: PaymentRequest, order_token: string | null): Promise<Result<Order, CallFailure>>;
}
