import { openVerificationDialog } from 'meisterhand/elements';
import type { VerificationOptions } from 'meisterhand/ports';
import type { SandboxChallenge, SandboxFrameEvent, SandboxTokenization } from '../frame-messages.ts';
import { awaitResponse, createGatewayFrame, type FrameChannel, watchForSilence } from './gateway-frames.ts';

interface DialogOptions {
  readonly window: Window;
  readonly channel: FrameChannel;
  readonly signal: AbortSignal;
  readonly verification: VerificationOptions;
  /** Timeouts in milliseconds: for loading the page, and for the shopper to finish it. */
  readonly limits: { readonly load: number; readonly shopper: number };
}

interface ShownPage<End> extends DialogOptions {
  /** URL of the page. */
  readonly src: string;
  /** Returns how the page has ended; null for other events. */
  readonly endOf: (event: SandboxFrameEvent) => End | null;
}

type Interrupted = 'CANCELLED' | 'UNREACHABLE' | 'TIMED_OUT' | 'TORN_DOWN';

/** Shows a page of the gateway in a dialog. Resolves when the page has ended or the shopper cancels. */
async function showInDialog<End>(shown: ShownPage<End>): Promise<{ readonly end: End } | Interrupted> {
  const { window, channel, verification, src, signal, limits, endOf } = shown;
  const frame = createGatewayFrame({ document: window.document, title: verification.title, src });
  const abandoned = new AbortController();
  const cancel = () => abandoned.abort();
  const dialog = openVerificationDialog({ window, verification, content: frame, cancel });
  const onCancel = (respond: (given: 'CANCELLED') => void) => {
    const listener = () => respond('CANCELLED');
    abandoned.signal.addEventListener('abort', listener);
    return () => abandoned.signal.removeEventListener('abort', listener);
  };
  try {
    const loaded = await awaitResponse<'SHOWN' | 'CANCELLED' | 'UNREACHABLE'>({
      window,
      signal,
      limit: limits.load,
      listen(respond) {
        const stops = [
          onCancel(respond),
          channel.listen(frame, () => respond('SHOWN')),
          watchForSilence(window, frame, () => respond('UNREACHABLE')),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      },
    });
    if (loaded !== 'SHOWN') return loaded;
    frame.focus();
    channel.send(frame, { type: 'focus' });
    return await awaitResponse<{ readonly end: End } | 'CANCELLED'>({
      window,
      signal,
      limit: limits.shopper,
      listen(respond) {
        const stops = [
          onCancel(respond),
          channel.listen(frame, (event) => {
            const end = endOf(event);
            if (end !== null) respond({ end });
          }),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      },
    });
  } finally {
    dialog.close();
  }
}

type Verification = SandboxTokenization | 'TIMED_OUT' | 'TORN_DOWN';

/**
 * Shows the issuer's 3-D Secure page in a dialog. Resolves when the issuer has finished or the shopper
 * cancels.
 */
export async function verifyInDialog({
  challenge,
  ...options
}: DialogOptions & { readonly challenge: SandboxChallenge }): Promise<Verification> {
  const shown = await showInDialog<SandboxTokenization>({
    ...options,
    verification: { ...options.verification, title: challenge.title, cancel: challenge.cancel_label },
    src: options.channel.address('/frames/challenge', { challenge: challenge.challenge_id }),
    endOf: (event) => (event.type === 'challenge_ended' ? event.result : null),
  });
  if (typeof shown !== 'string') return shown.end;
  if (shown === 'CANCELLED') return { outcome: 'failed', failure: { code: 'VERIFICATION_CANCELLED' } };
  return shown === 'UNREACHABLE' ? { outcome: 'failed', failure: { code: 'NETWORK' } } : shown;
}

/** Shows the bank's page for an action in a dialog. Resolves when the buyer has chosen or cancels. */
export async function actInDialog({
  transactionId,
  ...options
}: DialogOptions & { readonly transactionId: string }): Promise<'DONE' | Interrupted> {
  const shown = await showInDialog<'DONE' | 'CANCELLED'>({
    ...options,
    src: options.channel.address('/frames/action', { transaction: transactionId }),
    endOf(event) {
      if (event.type === 'action_ended') return 'DONE';
      return event.type === 'action_left' ? 'CANCELLED' : null;
    },
  });
  return typeof shown === 'string' ? shown : shown.end;
}
