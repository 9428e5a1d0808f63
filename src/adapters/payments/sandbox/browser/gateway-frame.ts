interface GatewayFrameOptions {
  readonly document: Document;
  readonly src: string;
  /** Accessible name. */
  readonly title: string;
}

/** An iframe that fills its place. Styles are set one by one, because a strict policy refuses a style attribute. */
export function createGatewayFrame({ document, src, title }: GatewayFrameOptions): HTMLIFrameElement {
  const frame = document.createElement('iframe');
  frame.src = src;
  frame.title = title;
  const { style } = frame;
  style.display = 'block';
  style.width = '100%';
  style.height = '100%';
  style.border = '0';
  // Without this a page with a dark colour scheme would get frames with an opaque white ground.
  style.colorScheme = 'light';
  return frame;
}

/** How long a frame that has loaded may keep silent before it counts as something else than the gateway's page. */
const silenceLimit = 3_000;

/**
 * Calls `onSilence` when a frame has loaded and its page still says nothing: a browser's own error page loads like any
 * other. The returned function stops watching; call it at the frame's first word.
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
