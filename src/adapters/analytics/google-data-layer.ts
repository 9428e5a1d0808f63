interface TaggedWindow extends Window {
  dataLayer?: unknown[];
}

/** Returns the page's data layer, which is created when the first entry is added. */
function layerOf(window: TaggedWindow): unknown[] {
  window.dataLayer ??= [];
  return window.dataLayer;
}

/** The data layer that a tag manager watches. */
export function dataLayer(window: Window) {
  return { push: (entry: Readonly<Record<string, unknown>>) => layerOf(window).push(entry) };
}

/** Google's `gtag` function. Google recognises its commands by their type: an `arguments` object. */
export function gtagOf(window: Window): (...command: readonly unknown[]) => void {
  return function gtag() {
    // biome-ignore lint/complexity/noArguments: an array would be taken for an entry of the tag manager
    layerOf(window).push(arguments);
  };
}
