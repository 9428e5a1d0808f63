/**
 * Simulates Google's script and its payment sheet. The sheet is approved at once, or closed if the document
 * has the attribute `data-google-pay="closed"`. The gateway sets `googlePayNonce`, the nonce that the
 * provider creates from Google's response, in a line before this script.
 */
interface GooglePage extends Window {
  google?: object;
  readonly googlePayNonce?: string;
}

interface GoogleRequest {
  readonly emailRequired?: boolean;
  readonly allowedPaymentMethods: readonly {
    readonly parameters?: { readonly billingAddressRequired?: boolean };
  }[];
}

const billingAddress = {
  name: 'Johanna Brandt',
  address1: 'Lindengasse 14',
  locality: 'Wien',
  postalCode: '1070',
  countryCode: 'AT',
};

const page = window as GooglePage;

page.google = {
  payments: {
    api: {
      PaymentsClient: class {
        async isReadyToPay() {
          return { result: true };
        }

        async loadPaymentData(request: GoogleRequest) {
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
          const [method] = request.allowedPaymentMethods;
          const info = method?.parameters?.billingAddressRequired === true ? { billingAddress } : {};
          const email = `google-${crypto.randomUUID()}@meisterhand.example`;
          return {
            apiVersion: 2,
            ...(request.emailRequired === true ? { email } : {}),
            paymentMethodData: { info, tokenizationData: { token } },
          };
        }
      },
    },
  },
};

export {};
