/**
 * Simulates PayPal's own script: the button, the window in which the shopper approves, and the callbacks. A
 * window that the browser blocks is reported with PayPal's error; a closed window counts as cancelled.
 */
interface ButtonOptions {
  createOrder(): Promise<string>;
  onClick(data: object, actions: { resolve(): boolean; reject(): boolean }): unknown;
  onApprove(approval: object): unknown;
  onCancel(): void;
  onError(error: unknown): void;
}

interface PayPalMessage {
  readonly paypal?: string;
  readonly answer?: 'approve' | 'cancel';
}

interface PayPalPage extends Window {
  paypal?: object;
}

const paypalOrigin = 'https://www.paypal.com';

async function pay(options: ButtonOptions): Promise<void> {
  const isWanted = options.onClick({}, { resolve: () => true, reject: () => false });
  if (isWanted === false) return;
  const popup = window.open('about:blank', 'paypal', 'width=450,height=535');
  if (popup === null) return options.onError(new Error('Unable to open popup window'));
  try {
    const token = await options.createOrder();
    let isAnswered = false;
    const answered = ({ data, origin: from }: MessageEvent<PayPalMessage | null>) => {
      if (from !== paypalOrigin || data?.paypal !== token) return;
      isAnswered = true;
      window.removeEventListener('message', answered);
      popup.close();
      if (data.answer === 'approve')
        options.onApprove({ payerID: 'PAYER', paymentID: token, orderID: token });
      else options.onCancel();
    };
    window.addEventListener('message', answered);
    const watch = window.setInterval(() => {
      if (!popup.closed) return;
      window.clearInterval(watch);
      if (isAnswered) return;
      window.removeEventListener('message', answered);
      options.onCancel();
    }, 100);
    popup.location.href = `${paypalOrigin}/checkoutnow?token=${token}`;
  } catch (error) {
    popup.close();
    options.onError(error);
  }
}

(window as PayPalPage).paypal = {
  Buttons: (options: ButtonOptions) => ({
    async render(container: HTMLElement) {
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = 'PayPal';
      Object.assign(button.style, {
        width: '100%',
        height: '48px',
        border: '0',
        borderRadius: '4px',
        background: 'black',
        color: 'white',
      });
      button.addEventListener('click', () => void pay(options));
      container.append(button);
    },
    async close() {},
  }),
};

export {};
