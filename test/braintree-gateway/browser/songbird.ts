/**
 * Simulates the script of the 3-D Secure service (Cardinal's Songbird): the functions that the provider's
 * code calls, and an iframe with the bank's page, where the shopper enters the code. The page's language is
 * passed to the bank's page.
 */
type Listener = (...values: unknown[]) => void;

interface BankMessage {
  readonly songbird?: string;
  readonly answer?: 'pass' | 'fail' | 'cancel';
}

interface CardinalWindow extends Window {
  Cardinal?: object;
}

const titles: Readonly<Record<string, string>> = { de: 'Zahlung bestätigen', en: 'Confirm your payment' };
const listeners = new Map<string, Listener[]>();

function emit(event: string, ...values: unknown[]): void {
  for (const listener of listeners.get(event) ?? []) listener(...values);
}

/** Shows the bank's page in an iframe and emits the shopper's result. */
function challenge(address: string, transaction: string): void {
  const { lang } = document.documentElement;
  const url = new URL(address);
  url.searchParams.set('lang', lang);
  url.searchParams.set('transaction', transaction);
  const markup = `<iframe title="${titles[lang] ?? titles.de}" src="${url.href.replaceAll('&', '&amp;')}" width="390" height="400"></iframe>`;
  const details = { paymentType: 'CCA', data: { mode: 'static' } };
  const answered = ({ data, origin }: MessageEvent<BankMessage | null>) => {
    if (origin !== url.origin || data?.songbird !== transaction) return;
    window.removeEventListener('message', answered);
    const isCancelled = data.answer === 'cancel';
    emit(
      'payments.validated',
      {
        ActionCode: data.answer === 'pass' ? 'SUCCESS' : 'FAILURE',
        ErrorNumber: 0,
        Payment: { ExtendedData: isCancelled ? { ChallengeCancel: '01' } : {} },
      },
      `jwt.${transaction}.${data.answer}`,
    );
  };
  window.addEventListener('message', answered);
  emit(
    'ui.inline.setup',
    markup,
    details,
    () => {},
    () => {},
  );
}

(window as CardinalWindow).Cardinal = {
  on(event: string, listener: Listener) {
    listeners.set(event, [...(listeners.get(event) ?? []), listener]);
  },
  off(event: string) {
    listeners.delete(event);
  },
  configure() {},
  setup() {
    queueMicrotask(() => emit('payments.setupComplete', { sessionId: 'device-session' }));
  },
  trigger: async () => ({ Status: true }),
  continue(_: string, { AcsUrl }: { AcsUrl: string }, order: { OrderDetails: { TransactionId: string } }) {
    challenge(AcsUrl, order.OrderDetails.TransactionId);
  },
};

export {};
