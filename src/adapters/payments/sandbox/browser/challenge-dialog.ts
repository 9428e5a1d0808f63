import type { SandboxChallenge, SandboxTokenization } from '#adapters/payments/sandbox/frame-messages.ts';
import { openVerificationDialog } from '#adapters/payments/verification-dialog.ts';
import type { FrameChannel } from './gateway-frames.ts';
import { awaitResponse, createGatewayFrame, watchForSilence } from './gateway-frames.ts';

interface VerificationOptions {
  readonly window: Window;
  readonly channel: FrameChannel;
  readonly challenge: SandboxChallenge;
  readonly signal: AbortSignal;
  /** Time limits in milliseconds: to load the page of the issuer, and for the shopper to finish it. */
  readonly limits: { readonly load: number; readonly shopper: number };
}

type Verification = SandboxTokenization | 'TIMED_OUT' | 'TORN_DOWN';

const cancelled: SandboxTokenization = { outcome: 'failed', failure: { code: 'VERIFICATION_CANCELLED' } };
const unreachable: SandboxTokenization = { outcome: 'failed', failure: { code: 'NETWORK' } };

/**
 * Shows the issuer's 3-D Secure page in a dialog. Resolves when the issuer has finished or the shopper
 * cancels.
 */
export async function verifyInDialog(options: VerificationOptions): Promise<Verification> {
  const { window, channel, challenge, signal, limits } = options;
  const frame = createGatewayFrame({
    document: window.document,
    title: challenge.title,
    src: channel.address('/frames/challenge', { challenge: challenge.challenge_id }),
  });
  const abandoned = new AbortController();
  const texts = { title: challenge.title, cancel: challenge.cancel_label };
  const dialog = openVerificationDialog({ window, texts, content: frame, cancel: () => abandoned.abort() });
  const onCancel = (respond: (given: SandboxTokenization) => void) => {
    const listener = () => respond(cancelled);
    abandoned.signal.addEventListener('abort', listener);
    return () => abandoned.signal.removeEventListener('abort', listener);
  };
  try {
    const shown = await awaitResponse<'SHOWN' | SandboxTokenization>({
      window,
      signal,
      limit: limits.load,
      listen(respond) {
        const stops = [
          onCancel(respond),
          channel.listen(frame, () => respond('SHOWN')),
          watchForSilence(window, frame, () => respond(unreachable)),
        ];
        return () => {
          for (const stop of stops) stop();
        };
      },
    });
    if (shown !== 'SHOWN') return shown;
    frame.focus();
    channel.send(frame, { type: 'focus' });
    return await awaitResponse<SandboxTokenization>({
      window,
      signal,
      limit: limits.shopper,
      listen(respond) {
        const stops = [
          onCancel(respond),
          channel.listen(frame, (event) => {
            if (event.type === 'challenge_ended') respond(event.result);
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
