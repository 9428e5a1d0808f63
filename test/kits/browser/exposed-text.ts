/** Texts that have passed through the page, each once. */
const texts = new Set<string>();

function note(...values: readonly unknown[]): void {
  for (const value of values) {
    if (value === undefined || value === null) continue;
    texts.add(typeof value === 'string' ? value : plain(value));
  }
}

/** Returns the HTML of an element without the code of scripts, which may contain test cards. */
function htmlOf(element: Element): string {
  const copy = element.cloneNode(true) as Element;
  if (copy instanceof HTMLScriptElement) copy.textContent = '';
  for (const script of copy.querySelectorAll('script')) script.textContent = '';
  return copy.outerHTML;
}

function plain(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value);
  } catch {
    return String(value);
  }
}

/**
 * Records from now on what scripts of this page could read: data of messages (also of ports and channels), dispatched
 * events, URLs of the history, and all texts, attributes and elements in the document, also temporary ones.
 */
export function watchExposure(): void {
  for (const type of ['message', 'hashchange', 'popstate'] as const)
    window.addEventListener(type, (event) => note('data' in event ? event.data : location.href));
  // Messages of ports and channels are recorded when somebody reads them, because nothing listens to them here.
  const data = Object.getOwnPropertyDescriptor(MessageEvent.prototype, 'data');
  Object.defineProperty(MessageEvent.prototype, 'data', {
    ...data,
    get(this: MessageEvent) {
      const value: unknown = data?.get?.call(this);
      note(value);
      return value;
    },
  });
  const { dispatchEvent } = EventTarget.prototype;
  EventTarget.prototype.dispatchEvent = function (event) {
    note(event.type, 'detail' in event ? event.detail : null);
    return dispatchEvent.call(this, event);
  };
  for (const name of ['pushState', 'replaceState'] as const) {
    const change = history[name].bind(history);
    history[name] = (state, title, address) => {
      note(state, address === undefined || address === null ? null : String(address));
      change(state, title, address);
    };
  }
  new MutationObserver((changes) => {
    for (const { target, attributeName, oldValue, addedNodes } of changes) {
      note(oldValue, target instanceof CharacterData ? target.data : null);
      if (attributeName !== null && target instanceof Element)
        note(attributeName, target.getAttribute(attributeName));
      for (const node of addedNodes) note(node instanceof Element ? htmlOf(node) : node.textContent);
    }
  }).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeOldValue: true,
    characterData: true,
    characterDataOldValue: true,
  });
}

/** Returns what has passed through the page so far, and its current content. */
export function exposedText(): string {
  for (const field of document.querySelectorAll('input, textarea, select, output'))
    note(Reflect.get(field, 'value'));
  note(window.name, location.href, document.title, htmlOf(document.documentElement));
  for (const { name } of performance.getEntriesByType('resource')) note(name);
  return [...texts].join('\n');
}
