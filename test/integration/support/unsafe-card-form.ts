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
    window.addEventListener('message', ({ data }) => take(data.nonce));
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
          if (window.navigator.onLine) window.postMessage({ nonce: 'nonce-1' }, '*');
          else window.setTimeout(() => resolve(null), 5_000);
        });
        if (nonce === null) return err({ code: 'NETWORK' });
        await keep(window, String(place), nonce);
        const method = { kind: 'card', brand: 'visa', last_four: '1111' } as const;
        return ok({ nonce, method, liability_shifted: true });
      },
      async teardown() {
        for (const element of Object.values(containers)) element.replaceChildren();
      },
    });
  },
})) satisfies OpenCardTokenizer;

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
