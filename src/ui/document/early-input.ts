/** Input made before the page's code was loaded, in order. */
export interface EarlyInput {
  /** Pressed buttons and submitted forms. */
  readonly taken: HTMLElement[];
  /** Changed fields with their current values. */
  readonly typed: Map<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, string | boolean>;
  /** Stops the recording. */
  end(): void;
}

/** Data for storing a choice of the consent banner. */
export interface EarlyConsent {
  readonly cookie: string;
  /** Lifetime of the cookie in seconds. */
  readonly seconds: number;
  /** Cookie text for each value of the buttons' `data-consent`, with the placeholders `stamp:''` and `utc:0`. */
  readonly texts: Readonly<Record<string, string>>;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * Records presses of buttons that need the page's code, submitted forms and changed fields until the code is loaded
 * (`replayEarlyInput`). A recorded button is marked busy, so a second press is ignored. Links, and buttons of forms
 * that work without JavaScript, are not recorded. A choice in the consent banner is also stored at once, so that
 * visitors who leave before the code is loaded are not asked again. Serialised into the page, so it can use nothing but
 * its parameter and browser APIs.
 */
export function recordEarlyInput({ cookie, seconds, texts }: EarlyConsent): void {
  const taken: EarlyInput['taken'] = [];
  const typed: EarlyInput['typed'] = new Map();
  let answer: HTMLElement | null = null;
  const recording = new AbortController();
  const options = { capture: true, signal: recording.signal };
  window.earlyInput = { taken, typed, end: () => recording.abort() };

  function take(event: Event, element: HTMLElement): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (element.getAttribute('aria-busy') === 'true') return;
    element.setAttribute('aria-busy', 'true');
    taken.push(element);
    const text = texts[element.dataset.consent ?? ''];
    if (text !== undefined) answerConsent(element, text);
  }

  /** The last choice replaces earlier ones. */
  function answerConsent(element: HTMLElement, text: string): void {
    if (answer !== null) {
      taken.splice(taken.indexOf(answer), 1);
      answer.removeAttribute('aria-busy');
    }
    answer = element;
    // Pages over plain http on another host have no `crypto.randomUUID`.
    if (!isSecureContext) return;
    const given = text
      .replace("stamp:''", `stamp:'${crypto.randomUUID()}'`)
      .replace('utc:0', `utc:${Date.now()}`);
    const secure = location.protocol === 'https:' ? '; Secure' : '';
    const attributes = `Max-Age=${seconds}; Path=/; SameSite=Lax${secure}`;
    // biome-ignore lint/suspicious/noDocumentCookie: runs before the page's modules, in every browser
    document.cookie = `${cookie}=${encodeURIComponent(given)}; ${attributes}`;
  }

  addEventListener(
    'click',
    (event) => {
      const button = event.target instanceof Element ? event.target.closest('button') : null;
      if (button === null || (button.type === 'submit' && button.form !== null)) return;
      take(event, button);
    },
    options,
  );
  addEventListener(
    'submit',
    (event) => {
      const { target: form, submitter } = event;
      // A form with an enabled submit button works without this page's code.
      if (form instanceof HTMLFormElement && form.method === 'post' && submitter === null) take(event, form);
    },
    options,
  );
  addEventListener(
    'input',
    ({ target }) => {
      if (target instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(target.type))
        typed.set(target, target.checked);
      else if (
        target instanceof HTMLInputElement ||
        target instanceof HTMLSelectElement ||
        target instanceof HTMLTextAreaElement
      )
        typed.set(target, target.value);
    },
    options,
  );
}
