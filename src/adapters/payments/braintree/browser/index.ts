import type { OpenCardTokenizer } from '#ports/modules.ts';
import { createBraintreeCardTokenizer } from './braintree-card-tokenizer.ts';

const open: OpenCardTokenizer = ({ google_merchant_id }, { window }) =>
  createBraintreeCardTokenizer({
    window,
    googleMerchantId: typeof google_merchant_id === 'string' ? google_merchant_id : null,
  });

export default open;
