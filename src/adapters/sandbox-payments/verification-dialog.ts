import type { SandboxChallenge, SandboxTokenization } from '#contract/sandbox-frames.ts';
import { awaitAnswer } from './await-answer.ts';
import type { FrameChannel } from './frame-channel.ts';
import { createGatewayFrame, watchForSilence } from './gateway-frame.ts';

interface VerificationOptions {
  readonly window: Window;
  readonly channel: FrameChannel;
  readonly challenge: SandboxChallenge;
  readonly signal: AbortSignal;
  /** Milliseconds until the issuer's page must be there, and until its question must be answered. */
  readonly limits: { readonly load: number; readonly answer: number };
}

type Verification = SandboxTokenization | 'TIMED_OUT' | 'TORN_DOWN';

const cancelled: SandboxTokenization = { outcome: 'failed', failure: { code: 'VERIFICATION_CANCELLED' } };
const unreachable: SandboxTokenization = { outcome: 'failed', failure: { code: 'NETWORK' } };

/**
 * Shows the issuer's 3-D Secure page in a modal dialog over the shop and waits for its end. A native dialog keeps the
 * focus, makes the page behind it inert and gives the focus back. Escape and the cancel button end it as cancelled.
 */
export async function verifyInDialog(options: VerificationOptions): Promise<Verification> {
  const { window, channel, challenge, signal, limits } = options;
  const { document } = window;
  const frame = createGatewayFrame({
    document,
    title: challenge.title,
    src: channel.address('/frames/challenge', { challenge: challenge.challenge_id }),
  });
  const { dialog, cancel } = buildDialog(document, challenge, frame);
  const { overflow } = document.documentElement.style;
  document.documentElement.style.overflow = 'hidden';
  document.body.append(dialog);
  dialog.showModal();

  const abandoned = (answer: (given: SandboxTokenization) => void) => {
    const onCancel = (event: Event) => {
      event.preventDefault();
      answer(cancelled);
    };
    dialog.addEventListener('cancel', onCancel);
    cancel.addEventListener('click', onCancel);
  };
  try {
    const shown = await awaitAnswer<'SHOWN' | SandboxTokenization>({
      window,
      signal,
      limit: limits.load,
      listen(answer) {
        abandoned(answer);
        const stopListening = channel.listen(frame, () => answer('SHOWN'));
        const stopWatching = watchForSilence(window, frame, () => answer(unreachable));
        return () => {
          stopListening();
          stopWatching();
        };
      },
    });
    if (shown !== 'SHOWN') return shown;
    frame.focus();
    channel.tell(frame, { type: 'focus' });
    return await awaitAnswer<SandboxTokenization>({
      window,
      signal,
      limit: limits.answer,
      listen(answer) {
        abandoned(answer);
        return channel.listen(frame, (event) => {
          if (event.type === 'challenge_ended') answer(event.result);
        });
      },
    });
  } finally {
    dialog.close();
    dialog.remove();
    document.documentElement.style.overflow = overflow;
  }
}

function buildDialog(document: Document, challenge: SandboxChallenge, frame: HTMLIFrameElement) {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', challenge.title);
  // Legal and payment matters stand on paper; the shop's roles for colours follow this attribute.
  dialog.dataset.theme = 'paper';
  Object.assign(dialog.style, {
    position: 'fixed',
    inset: '0',
    zIndex: 'var(--z-modal, 1005)',
    display: 'grid',
    placeItems: 'center',
    boxSizing: 'border-box',
    width: '100%',
    height: '100%',
    maxWidth: 'none',
    maxHeight: 'none',
    margin: '0',
    padding: 'var(--s4, 1rem)',
    border: '0',
    background: 'var(--scrim, rgb(10 8 6 / 0.66))',
    overscrollBehavior: 'contain',
  });
  const panel = document.createElement('div');
  Object.assign(panel.style, {
    display: 'grid',
    gridTemplateRows: 'minmax(0, 1fr) auto',
    // Size of the approval pop-ups in specification §9.
    width: 'min(400px, 100%)',
    height: 'min(570px, 100%)',
    borderRadius: 'var(--radius-m, 4px)',
    background: 'var(--surface, white)',
    color: 'var(--text, black)',
    boxShadow: 'var(--shadow-overlay, none)',
    overflow: 'hidden',
  });
  const cancel = document.createElement('button');
  cancel.type = 'button';
  cancel.textContent = challenge.cancel_label;
  Object.assign(cancel.style, {
    minHeight: 'var(--touch, 2.75rem)',
    border: '0',
    borderTop: '1px solid var(--line, currentColor)',
    background: 'transparent',
    color: 'inherit',
    font: 'inherit',
    cursor: 'pointer',
    outlineOffset: '-4px',
  });
  panel.append(frame, cancel);
  dialog.append(panel);
  return { dialog, cancel };
}
