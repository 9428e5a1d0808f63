/**
 * Stands in for Google's script and its sheet, which is approved at once, or closed when the document says so
 * (`data-google-pay="closed"`). The nonce that the provider makes of Google's
 * answer is written before this script when it is served.
 */
interface GooglePage extends Window {
  google?: object;
  readonly googlePayNonce?: string;
}

const page = window as GooglePage;

page.google = {
  payments: {
    api: {
      PaymentsClient: class {
        async isReadyToPay() {
          return { result: true };
        }

        async loadPaymentData() {
          if (document.documentElement.dataset.googlePay === 'closed') {
            throw Object.assign(new Error('closed'), { statusCode: 'CANCELED' });
          }
          const card = {
            nonce: page.googlePayNonce,
            type: 'AndroidPayCard',
            details: {
              cardType: 'Visa',
              lastTwo: '11',
              lastFour: '1111',
              bin: '411111',
              isNetworkTokenized: true,
            },
          };
          const token = JSON.stringify({ androidPayCards: [card] });
          return { apiVersion: 2, paymentMethodData: { tokenizationData: { token } } };
        }
      },
    },
  },
};

export {};
