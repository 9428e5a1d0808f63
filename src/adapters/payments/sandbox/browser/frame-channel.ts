import type {
  SandboxFrameEvent,
  SandboxFrameMessage,
  SandboxPageEvent,
} from '#adapters/payments/sandbox/frame-messages.ts';

const protocol = 'meisterhand-sandbox/1';

/** The page's side of the talk with the gateway's frames. */
export interface FrameChannel {
  /** Address of a gateway page for this channel's session. */
  address(path: string, query: Readonly<Record<string, string>>): string;
  tell(frame: HTMLIFrameElement, event: SandboxPageEvent): void;
  /** Calls back for every event of one frame, until the returned function is called or the channel closes. */
  listen(frame: HTMLIFrameElement, listener: (event: SandboxFrameEvent) => void): () => void;
  close(): void;
}

interface ChannelOptions {
  readonly window: Window;
  /** Origin of the gateway: nothing else is listened to, nothing else is told anything. */
  readonly gateway: string;
  readonly lang: string;
}

function newSession(window: Window): string {
  const bytes = window.crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Opens a channel with a session of its own: two card forms on one page do not hear each other. */
export function openFrameChannel({ window, gateway, lang }: ChannelOptions): FrameChannel {
  const session = newSession(window);
  const listeners = new Map<HTMLIFrameElement, (event: SandboxFrameEvent) => void>();

  function receive({ data, origin, source }: MessageEvent<Partial<SandboxFrameMessage> | null>): void {
    if (origin !== gateway || source === null) return;
    if (data?.protocol !== protocol || data.session !== session) return;
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
    tell(frame, event) {
      frame.contentWindow?.postMessage({ protocol, session, ...event }, gateway);
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
