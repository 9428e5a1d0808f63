import type { CardType } from 'meisterhand/model';
import type { CardFieldsState, TokenizeFailure } from 'meisterhand/ports';
import type { CardFieldName } from 'meisterhand/rules';

export const fieldNames: readonly CardFieldName[] = ['cardholderName', 'number', 'expirationDate', 'cvv'];

/** Messages from the frame to the page. */
export type FrameMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'submit' }
  /** Height of the content in CSS pixels: errors and narrow screens increase it. */
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'state'; readonly state: CardFieldsState }
  | {
      readonly type: 'token';
      readonly request: number;
      readonly token: string;
      readonly card: { readonly brand: CardType; readonly last_four: string };
    }
  | {
      readonly type: 'token';
      readonly request: number;
      readonly error: { readonly code: TokenizeFailure['code']; readonly fields?: readonly string[] };
    }
  /** The buyer has decided on the page of the bank. */
  | { readonly type: 'bank' };

/** Messages from the page to the frame. */
type PageMessage =
  | { readonly type: 'focus'; readonly field: CardFieldName }
  | { readonly type: 'error'; readonly field: CardFieldName; readonly message: string | null }
  | { readonly type: 'labels'; readonly labels: Readonly<Record<CardFieldName, string>> }
  | { readonly type: 'tokenize'; readonly request: number };

/** Parses a client token of Acme Pay; null for any other text. */
export function readClientToken(token: string): { readonly url: string; readonly expires_at: number } | null {
  try {
    const { url, expires_at } = JSON.parse(atob(token));
    return new URL(url).protocol.startsWith('http') && typeof expires_at === 'number'
      ? { url, expires_at }
      : null;
  } catch {
    return null;
  }
}

interface FrameOptions {
  readonly window: Window;
  readonly url: string;
  readonly title: string;
  readonly place: HTMLElement;
  /** Initial height in CSS pixels, until the frame sends its own. */
  readonly height: number;
}

/** Milliseconds after loading without a message from which the frame counts as a browser error page. */
const silence = 3_000;

/** Adds a frame of Acme Pay to the page. Ignores messages from other windows. */
export function openFrame({ window, url, title, place, height }: FrameOptions) {
  const frame = window.document.createElement('iframe');
  const listeners = new Set<(message: FrameMessage) => void>();
  const origin = new URL(url).origin;

  function receive({ source, origin: from, data }: MessageEvent): void {
    if (source !== frame.contentWindow || from !== origin || data?.acme !== 1) return;
    if (data.type === 'height') frame.style.height = `${data.height}px`;
    for (const listener of listeners) listener(data);
  }

  window.addEventListener('message', receive);
  frame.src = url;
  frame.title = title;
  Object.assign(frame.style, { display: 'block', width: '100%', height: `${height}px`, border: '0' });
  place.append(frame);
  return {
    send: (message: PageMessage) => frame.contentWindow?.postMessage({ acme: 1, ...message }, origin),
    listen(listener: (message: FrameMessage) => void): void {
      listeners.add(listener);
    },
    /** Resolves with null when the frame is ready, or with the reason why it cannot be used. */
    ready: (limit: number) =>
      new Promise<'TIMED_OUT' | 'NETWORK' | null>((resolve) => {
        listeners.add(({ type }) => type === 'ready' && resolve(null));
        frame.addEventListener('load', () => setTimeout(() => resolve('NETWORK'), silence));
        setTimeout(() => resolve('TIMED_OUT'), limit);
      }),
    remove(): void {
      window.removeEventListener('message', receive);
      listeners.clear();
      frame.remove();
    },
  };
}
