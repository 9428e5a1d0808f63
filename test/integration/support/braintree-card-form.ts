import { createBraintreeCardTokenizer } from '#adapters/braintree/braintree-card-tokenizer.ts';
import { offerCardForm } from '#test/integration/support/card-form-page.ts';

offerCardForm((limits) => createBraintreeCardTokenizer({ window, limits, googleMerchantId: null }));
