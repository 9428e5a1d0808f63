import { approvalSize, createWalletButton, openVerificationDialog } from 'meisterhand/elements';
import type {
  ContactRequest,
  OpenWalletsOptions,
  Wallet,
  WalletApproval,
  WalletFailure,
} from 'meisterhand/ports';
import type { Result, VerificationSubject } from 'meisterhand/rules';
import type { SandboxApproval } from '../frame-messages.ts';
import { err, ok } from '../result.ts';
import {
  awaitResponse,
  createGatewayFrame,
  type FrameChannel,
  type FrameTarget,
  watchForSilence,
} from './gateway-frames.ts';

interface WalletParts {
  readonly window: Window;
  readonly channel: FrameChannel;
  readonly options: Pick<OpenWalletsOptions, 'client_token' | 'verification'>;
  /** Aborted when the wallets are removed. */
  readonly signal: AbortSignal;
  /** Timeouts in milliseconds: for loading the wallet's page, and for the shopper. */
  readonly limits: { readonly load: number; readonly shopper: number };
}

type Subject = VerificationSubject | ContactRequest;

/** A window or frame that shows a wallet. */
interface WalletPlace extends FrameTarget {
  focus(): void;
  /** Calls `onClose` when the shopper closes the window or sheet. Returns a function that stops watching. */
  watch(onClose: () => void): () => void;
  /** Calls `onSilence` when the browser shows an error page instead. Returns a function that stops watching. */
  watchLoading(onSilence: () => void): () => void;
  close(): void;
}

const cancelled: SandboxApproval = { outcome: 'cancelled' };
const unreachable: SandboxApproval = { outcome: 'failed', failure: { code: 'NETWORK' } };

/**
 * Creates the simulated wallets: PayPal in a window, Google Pay in a sheet over the page. The gateway serves their
 * pages (sandbox/README.md#wallets).
 */
export function createSandboxWallets(parts: WalletParts): readonly Wallet<Subject>[] {
  return [
    createWallet(parts, { kind: 'google_pay', text: 'Google Pay', open: openSheet }),
    createWallet(parts, { kind: 'paypal', text: 'PayPal', open: openWindow }),
  ];
}

interface WalletDefinition {
  readonly kind: 'paypal' | 'google_pay';
  readonly text: string;
  /** Opens the window or sheet with this URL. Null if the browser blocks it. */
  readonly open: (parts: WalletParts, address: string, title: string) => WalletPlace | null;
}

function createWallet(parts: WalletParts, { kind, text, open }: WalletDefinition): Wallet<Subject> {
  const { window, channel } = parts;
  return {
    kind,
    show({ container, label, merchant, subject, onEnd }) {
      const life = new AbortController();
      const signal = AbortSignal.any([parts.signal, life.signal]);
      let place: WalletPlace | null = null;

      async function press(): Promise<void> {
        if (place !== null) return place.focus();
        const payment = subject();
        if (payment === null) return;
        // Nothing may be awaited before, because browsers open a window only during the click event.
        place = open(parts, channel.address('/frames/wallet', { wallet: kind }), text);
        const result =
          place === null ? blocked : await approve({ ...parts, signal }, place, payment, merchant);
        place?.close();
        place = null;
        if (!signal.aborted) onEnd(result);
      }

      const button = createWalletButton(window.document, { text, label }, () => void press());
      container.append(button);
      return () => {
        life.abort();
        button.remove();
      };
    },
  };
}

type Approval = Result<WalletApproval, WalletFailure>;

const blocked: Approval = err({ code: 'POPUP_BLOCKED' });

/** Sends the payment to the wallet's page and waits for the shopper's decision. */
async function approve(
  { window, channel, options, signal, limits }: WalletParts,
  place: WalletPlace,
  payment: Subject,
  merchant: string,
): Promise<Approval> {
  const countries = 'countries' in payment ? payment.countries : null;
  const { amount } = payment;
  const { client_token } = options;
  const ended = await awaitResponse<SandboxApproval>({
    window,
    signal,
    limit: limits.shopper,
    listen(respond) {
      const stopLoading = limitLoading(window, place, limits.load, () => respond(unreachable));
      const stopWatching = place.watch(() => respond(cancelled));
      const stopListening = channel.listen(place, (event) => {
        if (event.type === 'wallet_shown') {
          stopLoading();
          channel.send(place, { type: 'open_wallet', client_token, merchant, amount, countries });
        } else if (event.type === 'wallet_ended') {
          respond(event.result);
        }
      });
      return () => {
        stopLoading();
        stopWatching();
        stopListening();
      };
    },
  });
  if (ended === 'TIMED_OUT') return err({ code: 'TIMED_OUT' });
  if (ended === 'TORN_DOWN') return err({ code: 'PROVIDER_ERROR' });
  if (ended.outcome === 'cancelled') return err({ code: 'WALLET_CANCELLED' });
  if (ended.outcome === 'failed') return err(ended.failure);
  return ok(ended.contact === null ? ended.nonce : { ...ended.nonce, contact: ended.contact });
}

function limitLoading(window: Window, place: WalletPlace, limit: number, onEnd: () => void): () => void {
  const timer = window.setTimeout(onEnd, limit);
  const stopWatching = place.watchLoading(onEnd);
  return () => {
    window.clearTimeout(timer);
    stopWatching();
  };
}

/** Polling interval in milliseconds for a closed window, which sends no message. */
const closedInterval = 250;

/** Opens an approval window (docs/behaviour/payments.md#3-d-secure). */
function openWindow({ window }: WalletParts, address: string): WalletPlace | null {
  const { width, height } = approvalSize;
  const left = window.screenX + Math.max(0, (window.outerWidth - width) / 2);
  const top = window.screenY + Math.max(0, (window.outerHeight - height) / 2);
  const features = `popup,width=${width},height=${height},left=${Math.round(left)},top=${Math.round(top)}`;
  const popup = window.open(address, '', features);
  if (popup === null) return null;
  return {
    contentWindow: popup,
    focus: () => popup.focus(),
    watch(onClose) {
      const timer = window.setInterval(() => {
        if (popup.closed) onClose();
      }, closedInterval);
      return () => window.clearInterval(timer);
    },
    // The content of a window from another origin is not visible; the timeout applies.
    watchLoading: () => () => {},
    close: () => popup.close(),
  };
}

function openSheet({ window, options }: WalletParts, address: string, title: string): WalletPlace {
  const frame = createGatewayFrame({ document: window.document, title, src: address });
  const left = new AbortController();
  const verification = { ...options.verification, title };
  const cancel = () => left.abort();
  const dialog = openVerificationDialog({ window, verification, content: frame, cancel });
  return {
    get contentWindow() {
      return frame.contentWindow;
    },
    focus: () => frame.focus(),
    watch(onClose) {
      left.signal.addEventListener('abort', onClose);
      return () => left.signal.removeEventListener('abort', onClose);
    },
    watchLoading: (onSilence) => watchForSilence(window, frame, onSilence),
    close: () => dialog.close(),
  };
}
