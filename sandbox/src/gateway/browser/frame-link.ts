import type { CardType } from 'meisterhand/model';
import type { CardFieldName } from 'meisterhand/rules';
import {
  frameProtocol,
  type SandboxFieldState,
  type SandboxFrameEvent,
  type SandboxPageEvent,
  type SandboxPageMessage,
} from '../../frame-messages.ts';

/** The settings that the gateway writes into every frame's page. */
export interface FrameSettings {
  readonly session: string;
  /**
   * The only page origin to which this frame sends messages. The gateway has checked it and listed it in
   * `frame-ancestors`.
   */
  readonly page_origin: string;
}

/** Messages between the frames of one card form. They are sent only to the gateway's own origin. */
type SiblingEvent =
  /** The frame's script now listens, so the others repeat their state. */
  | { readonly type: 'started' }
  | { readonly type: 'card_type'; readonly card_type: CardType | null }
  | { readonly type: 'collect'; readonly request: number }
  | {
      readonly type: 'value';
      readonly request: number;
      readonly field: CardFieldName;
      readonly text: string;
      readonly state: SandboxFieldState;
    }
  /** The gateway did not accept the input of these fields. */
  | { readonly type: 'refuse'; readonly fields: readonly CardFieldName[] };

export interface FrameLink {
  sendToPage(event: SandboxFrameEvent): void;
  sendToSiblings(event: SiblingEvent): void;
  onPage(listener: (event: SandboxPageEvent) => void): void;
  onSibling(listener: (event: SiblingEvent) => void): void;
}

function belongsTo(session: string, data: unknown): data is SandboxPageMessage & SiblingEvent {
  const envelope = data as { protocol?: unknown; session?: unknown } | null;
  return typeof envelope === 'object' && envelope?.protocol === frameProtocol && envelope.session === session;
}

/**
 * Connects a frame with the page and with the other frames of the card form.
 *
 * Messages to the other frames are sent to windows with the same parent, with the gateway's origin as target,
 * so the browser delivers them to no other page. Unlike a BroadcastChannel this needs no storage, so the
 * fields also work when third-party storage is blocked.
 */
export function openFrameLink(settings: FrameSettings): FrameLink {
  // A wallet's page may be a window of its own.
  const page: Window = window.opener ?? window.parent;
  const envelope = { protocol: frameProtocol, session: settings.session } as const;
  return {
    sendToPage(event) {
      page.postMessage({ ...envelope, ...event }, settings.page_origin);
    },
    sendToSiblings(event) {
      for (let index = 0; index < page.length; index += 1) {
        const sibling = page[index];
        if (sibling !== undefined && sibling !== window) {
          sibling.postMessage({ ...envelope, ...event }, window.location.origin);
        }
      }
    },
    onPage(listener) {
      window.addEventListener('message', ({ data, origin, source }) => {
        const isPage = source === page && origin === settings.page_origin;
        if (isPage && belongsTo(settings.session, data)) listener(data);
      });
    },
    onSibling(listener) {
      window.addEventListener('message', ({ data, origin, source }) => {
        const isSibling = source !== page && origin === window.location.origin;
        if (isSibling && belongsTo(settings.session, data)) listener(data);
      });
    },
  };
}

/**
 * Returns an element of the gateway's page.
 * @throws Error when it is missing: page and script do not match.
 */
export function findElement<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`This page has no ${kind.name} with the id ${id}`);
  return found;
}

/** Returns the settings that the gateway wrote into its page as a data block. */
export function readSettings<Settings>(): Settings {
  return JSON.parse(findElement('settings', HTMLScriptElement).text) as Settings;
}
