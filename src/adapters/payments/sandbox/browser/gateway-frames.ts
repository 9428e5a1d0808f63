import type {
  SandboxFrameEvent,
  SandboxFrameMessage,
  SandboxPageEvent,
} from '#adapters/payments/sandbox/frame-messages.ts';
import { frameProtocol } from '#adapters/payments/sandbox/frame-messages.ts';

/**
 * The gateway's origin in a client token of the sandbox (base64 of JSON, as Braintree's); null for any other token.
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

interface Wait<Answer> {
  readonly window: Window;
  /** Milliseconds. */
  readonly limit: number;
  /** Aborted when the fields are torn down. */
  readonly signal: AbortSignal;
  /** Starts to listen; only the first call of `answer` counts. Returns a function that stops listening. */
  readonly listen: (answer: (given: Answer) => void) => () => void;
}

/** Waits for a response at most `limit` milliseconds, and not after a teardown. */
export function awaitResponse<Answer>(wait: Wait<Answer>): Promise<Answer | 'TIMED_OUT' | 'TORN_DOWN'> {
  const { window, limit, signal, listen } = wait;
  return new Promise((resolve) => {
    if (signal.aborted) return resolve('TORN_DOWN');
    let stop = () => {};
    const end = (given: Answer | 'TIMED_OUT' | 'TORN_DOWN') => {
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

/** The page's side of the messages with the gateway's frames. */
export interface FrameChannel {
  /** Address of a gateway page for this channel's session. */
  address(path: string, query: Readonly<Record<string, string>>): string;
  send(frame: HTMLIFrameElement, event: SandboxPageEvent): void;
  /** Calls back for every event of one frame, until the returned function is called or the channel closes. */
  listen(frame: HTMLIFrameElement, listener: (event: SandboxFrameEvent) => void): () => void;
  close(): void;
}

interface ChannelOptions {
  readonly window: Window;
  /** Origin of the gateway: messages of other origins are ignored, and none are sent to them. */
  readonly gateway: string;
  readonly lang: string;
}

function newSession(window: Window): string {
  const bytes = window.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Opens a channel with a session of its own, so that two card forms on one page do not mix. */
export function openFrameChannel({ window, gateway, lang }: ChannelOptions): FrameChannel {
  const session = newSession(window);
  const listeners = new Map<HTMLIFrameElement, (event: SandboxFrameEvent) => void>();

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
  /** Accessible name. */
  readonly title: string;
}

/** An iframe that fills its container. Styles are set by script, because the policy forbids style attributes. */
export function createGatewayFrame({ document, src, title }: GatewayFrameOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = src;
  frame.title = title;
  const { style } = frame;
  style.display = 'block';
  style.width = '100%';
  style.height = '100%';
  style.border = '0';
  // Without this a page with a dark colour scheme gets frames with an opaque white background.
  style.colorScheme = 'light';
  return frame;
}

/** Milliseconds after which a loaded frame without a message is not the gateway's page. */
const silenceLimit = 3_000;

/**
 * Calls `onSilence` when a frame has loaded and sends no message: a browser's error page also fires `load`. The returned
 * function stops watching; call it at the frame's first message.
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
