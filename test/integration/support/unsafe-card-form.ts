import { BehaviorSubject } from 'rxjs';
import { err, ok } from '#core/rules/basics/result.ts';
import type { CardFieldState } from '#ports/card-tokenizer.ts';
import type { OpenCardTokenizer } from '#ports/modules.ts';

const empty: CardFieldState = {
  is_empty: true,
  is_focused: false,
  is_valid: false,
  is_potentially_valid: true,
};

/**
 * A tokenizer without a provider that does what the kit forbids: it takes a nonce from any message, keeps it in the
 * place that its settings name, leaves its listeners behind and always claims a shift of liability.
 */
export default (({ place = 'storage' }, { window }) => ({
  fields: 'separate',
  async mount({ containers }) {
    for (const element of Object.values(containers)) element.append(window.document.createElement('input'));
    let take = (_nonce: string) => {};
    let requests = 0;
    window.addEventListener('message', ({ data }) => {
      if (place !== 'counted message' || (data.version === 1 && data.request === requests)) take(data.nonce);
    });
    window.setInterval(() => {}, 60_000);
    return ok({
      state$: new BehaviorSubject({
        fields: { cardholderName: empty, number: empty, expirationDate: empty, cvv: empty },
        card_type: null,
      }),
      focus: () => {},
      describeError: () => {},
      async tokenize() {
        const nonce = await new Promise<string | null>((resolve) => {
          take = resolve;
          requests += 1;
          const request = requests;
          if (window.navigator.onLine) window.postMessage({ nonce: 'nonce-1', version: 1, request }, '*');
          else window.setTimeout(() => resolve(null), 5_000);
        });
        if (nonce === null) return err({ code: 'NETWORK' });
        await keep(window, String(place), nonce);
        expose(window, String(place), Object.values(containers)[0]);
        const method = { kind: 'card', brand: 'visa', last_four: '1111' } as const;
        return ok({ nonce, method, liability_shifted: true });
      },
      async teardown() {
        for (const element of Object.values(containers)) element.replaceChildren();
      },
    });
  },
})) satisfies OpenCardTokenizer;

/** The number that a shopper has typed. */
const number = '4111 1111 1111 1111';

/** Exposes the card number in the page, in the place that the settings name. */
function expose(window: Window & typeof globalThis, place: string, container: HTMLElement | undefined): void {
  const { document, history, location } = window;
  if (place === 'message') window.postMessage({ type: 'typed', number }, '*');
  if (place === 'event') document.dispatchEvent(new window.CustomEvent('typed', { detail: { number } }));
  if (place === 'attribute') container?.setAttribute('data-number', number);
  if (place === 'attribute for a moment') {
    container?.setAttribute('data-number', number);
    container?.removeAttribute('data-number');
  }
  if (place === 'field name') container?.querySelector('input')?.setAttribute('name', number);
  if (place === 'value') for (const input of container?.querySelectorAll('input') ?? []) input.value = number;
  if (place === 'text') container?.append(number);
  if (place === 'name of the window') window.name = number;
  if (place === 'number on the console') window.console.log({ number });
  if (place === 'fragment') history.replaceState(null, '', `#${number.replaceAll(' ', '')}`);
  if (place === 'address for a moment') {
    history.pushState(null, '', `?card=${number.replaceAll(' ', '-')}`);
    history.replaceState(null, '', location.pathname);
  }
  if (place === 'port') {
    const { port1, port2 } = new window.MessageChannel();
    port1.onmessage = ({ data }) => void data;
    port2.postMessage({ number });
  }
}

async function keep(window: Window & typeof globalThis, place: string, nonce: string): Promise<void> {
  if (place === 'storage') window.sessionStorage.setItem('nonce', nonce);
  if (place === 'global') Object.assign(window, { lastNonce: nonce });
  if (place === 'console') window.console.debug('tokenised', nonce);
  if (place === 'history') window.history.replaceState({ nonce }, '');
  if (place !== 'database') return;
  const request = window.indexedDB.open('payments', 1);
  request.onupgradeneeded = () => void request.result.createObjectStore('nonces', { autoIncrement: true });
  await new Promise<void>((resolve) => {
    request.onsuccess = () => {
      const change = request.result.transaction('nonces', 'readwrite');
      change.objectStore('nonces').add({ nonce });
      change.oncomplete = () => resolve();
    };
  });
  request.result.close();
}
