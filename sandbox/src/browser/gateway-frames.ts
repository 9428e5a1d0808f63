import {
  frameProtocol,
  type SandboxFrameEvent,
  type SandboxFrameMessage,
  type SandboxPageEvent,
} from '../frame-messages.ts';

/**
 * Returns the origin of the gateway from a client token of the sandbox (JSON in base64, as Braintree's); null
 * for any other token.
 */
export function readGatewayOrigin(clientToken: string): string | null {
  try {
    const { version, gateway_url } = JSON.parse(atob(clientToken)) as {
      version: unknown;
      gateway_url: unknown;
    };
    const { origin, protocol } = new URL(String(gateway_url));
    return version === 1 && (protocol === 'https:' || protocol === 'http:') ? origin : null;
  } catch {
    return null;
  }
}

/** Returns the gateway's origin and the charge of an action in the page; null for any other text. */
export function readActionData(
  data: string,
): { readonly gateway: string; readonly transactionId: string } | null {
  try {
    const { gateway_url, transaction_id } = JSON.parse(data) as Readonly<Record<string, unknown>>;
    const { origin, protocol } = new URL(String(gateway_url));
    const isWeb = protocol === 'https:' || protocol === 'http:';
    return isWeb && typeof transaction_id === 'string'
      ? { gateway: origin, transactionId: transaction_id }
      : null;
  } catch {
    return null;
  }
}

interface Wait<Received> {
  readonly window: Window;
  /** Time limit in milliseconds. */
  readonly limit: number;
  /** Aborted when the fields are removed. */
  readonly signal: AbortSignal;
  /**
   * Starts listening. `respond` passes on the response; only its first call has an effect. Returns a function that
   * stops listening.
   */
  readonly listen: (respond: (given: Received) => void) => () => void;
}

/** Waits for a response, at most `limit` milliseconds and until the fields are removed. */
export function awaitResponse<Received>(wait: Wait<Received>): Promise<Received | 'TIMED_OUT' | 'TORN_DOWN'> {
  const { window, limit, signal, listen } = wait;
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('TORN_DOWN');
    let stop = () => {};
    const end = (given: Received | 'TIMED_OUT' | 'TORN_DOWN') => {
      window.clearTimeout(timer);
      signal.removeEventListener('abort', tearDown);
      stop();
      resolve(given);
    };
    const tearDown = () => end('TORN_DOWN');
    const timer = window.setTimeout(() => end('TIMED_OUT'), limit);
    signal.addEventListener('abort', tearDown);
    stop = listen(end);
  });
}

/** A frame, or a window that the page has opened. */
export interface FrameTarget {
  readonly contentWindow: Window | null;
}

/** Messages between the page and the frames of the gateway. */
export interface FrameChannel {
  /** Returns the URL of a page of the gateway, for the session of this channel. */
  address(path: string, query: Readonly<Record<string, string>>): string;
  send(frame: FrameTarget, event: SandboxPageEvent): void;
  /**
   * Calls `listener` for every event of a frame, until the returned function is called or the channel is
   * closed.
   */
  listen(frame: FrameTarget, listener: (event: SandboxFrameEvent) => void): () => void;
  close(): void;
}

interface ChannelOptions {
  readonly window: Window;
  /** Origin of the gateway. Messages from and to other origins are ignored. */
  readonly gateway: string;
  readonly lang: string;
}

function newSession(window: Window): string {
  const bytes = window.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Opens a channel with its own session id, so that the messages of two card forms on one page are not
 * confused.
 */
export function openFrameChannel({ window, gateway, lang }: ChannelOptions): FrameChannel {
  const session = newSession(window);
  const listeners = new Map<FrameTarget, (event: SandboxFrameEvent) => void>();

  function receive({ data, origin, source }: MessageEvent<Partial<SandboxFrameMessage> | null>): void {
    if (origin !== gateway || source === null) return;
    if (data?.protocol !== frameProtocol || data.session !== session) return;
    for (const [frame, listener] of listeners) {
      if (frame.contentWindow === source) listener(data as SandboxFrameMessage);
    }
  }

  window.addEventListener('message', receive);
  return {
    address(path, query) {
      const given = new URLSearchParams({ ...query, lang, session, origin: window.location.origin });
      return `${gateway}${path}?${given}`;
    },
    send(frame, event) {
      frame.contentWindow?.postMessage({ protocol: frameProtocol, session, ...event }, gateway);
    },
    listen(frame, listener) {
      listeners.set(frame, listener);
      return () => listeners.delete(frame);
    },
    close() {
      listeners.clear();
      window.removeEventListener('message', receive);
    },
  };
}

interface GatewayFrameOptions {
  readonly document: Document;
  readonly src: string;
  /** Accessible name of the frame. */
  readonly title: string;
}

/**
 * Creates an iframe that fills its container. Styles are set by script, because the policy forbids style
 * attributes.
 */
export function createGatewayFrame({ document, src, title }: GatewayFrameOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = src;
  frame.title = title;
  const { style } = frame;
  style.display = 'block';
  style.width = '100%';
  style.height = '100%';
  style.border = '0';
  // Otherwise the iframe has an opaque white background on a page with a dark colour scheme.
  style.colorScheme = 'light';
  return frame;
}

/** A loaded frame that sends no message within this many milliseconds is not the page of the gateway. */
const silenceLimit = 3_000;

/**
 * Calls `onSilence` when a frame has loaded but sends no message: `load` also fires for the browser's error
 * page. Call the returned function at the first message of the frame, to stop watching.
 */
export function watchForSilence(window: Window, frame: HTMLIFrameElement, onSilence: () => void): () => void {
  let timer = 0;
  const loaded = () => {
    timer = window.setTimeout(onSilence, silenceLimit);
  };
  frame.addEventListener('load', loaded);
  return () => {
    frame.removeEventListener('load', loaded);
    window.clearTimeout(timer);
  };
}
