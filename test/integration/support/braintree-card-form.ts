import { createBraintreeCardTokenizer } from '#adapters/payments/braintree/browser/braintree-card-tokenizer.ts';
import { offerCardForm } from './card-form-page.ts';

offerCardForm((limits) => createBraintreeCardTokenizer({ window, limits, googleMerchantId: null }));
