import type { TokenizeFailure, VerificationOptions } from 'meisterhand/ports';
import type { Result } from 'meisterhand/rules';
import { openFrame } from './frame.ts';

/**
 * Shows the bank's page in a dialog until the buyer decides or cancels. The server looks up the outcome of the payment.
 */
export function showBank(
  window: Window,
  url: string,
  { title, cancel, onOpen }: VerificationOptions,
): Promise<Result<null, TokenizeFailure>> {
  const address = readAddress(url);
  if (address === null) return Promise.resolve(failure('PROVIDER_ERROR'));
  const { document } = window;
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-label', title);
  Object.assign(dialog.style, {
    width: 'min(420px, 92vw)',
    padding: '16px',
    border: '0',
    borderRadius: '8px',
  });
  const place = document.createElement('div');
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = cancel;
  dialog.append(place, button);
  document.body.append(dialog);
  const frame = openFrame({ window, url: address, title, place, height: 320 });
  dialog.showModal();
  return new Promise((resolve) => {
    const end = (result: Result<null, TokenizeFailure>) => {
      leave();
      frame.remove();
      dialog.remove();
      resolve(result);
    };
    const giveUp = () => end(failure('VERIFICATION_CANCELLED'));
    // The browser's Back button also cancels.
    const leave = onOpen(giveUp);
    frame.listen(({ type }) => type === 'bank' && end({ ok: true, value: null }));
    button.addEventListener('click', giveUp);
    dialog.addEventListener('cancel', giveUp);
    void frame.ready(timeLimit).then((fault) => fault !== null && end(failure(fault)));
  });
}

/** Timeout for loading the page, in milliseconds. */
const timeLimit = 20_000;

function readAddress(url: string): string | null {
  return URL.canParse(url) && new URL(url).protocol.startsWith('http') ? url : null;
}

function failure(code: Exclude<TokenizeFailure['code'], 'FIELDS_INVALID'>): Result<never, TokenizeFailure> {
  return { ok: false, error: { code } };
}
