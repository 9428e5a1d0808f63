import { createBraintreeCardTokenizer } from '#adapters/payments/braintree/browser/braintree-card-tokenizer.ts';
import type { OpenCardTokenizer } from '#ports/modules.ts';

const open: OpenCardTokenizer = (limits, { window }) =>
  createBraintreeCardTokenizer({ window, limits, googleMerchantId: null });

export default open;
