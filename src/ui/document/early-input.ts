/** What a visitor did before the page's code was there, in the order of the presses. */
export interface EarlyInput {
  /** Pressed buttons and submitted forms. */
  readonly taken: HTMLElement[];
  /** Changed fields with their values. */
  readonly typed: Map<HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement, string | boolean>;
  /** Stops the recording. */
  end(): void;
}

declare global {
  interface Window {
    earlyInput?: EarlyInput;
  }
}

/**
 * Takes presses of buttons that need the page's code, submitted forms and changed fields until the code is there
 * (`replayEarlyInput`). A taken button is busy, so a second press changes nothing. Links, and buttons that submit
 * already, work by themselves. Serialised into the page, so it can use nothing but the browser.
 */
export function recordEarlyInput(): void {
  const taken: EarlyInput['taken'] = [];
  const typed: EarlyInput['typed'] = new Map();
  const recording = new AbortController();
  const options = { capture: true, signal: recording.signal };
  window.earlyInput = { taken, typed, end: () => recording.abort() };

  function take(event: Event, element: HTMLElement): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    if (element.getAttribute('aria-busy') === 'true') return;
    element.setAttribute('aria-busy', 'true');
    taken.push(element);
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
      // With a button that submits already, the form works without this page's code.
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
