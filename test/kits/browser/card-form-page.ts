import { lastValueFrom, of } from 'rxjs';
import { cents } from '#core/rules/basics/money.ts';
import type { Result } from '#core/rules/basics/result.ts';
import type { CardFieldName } from '#core/rules/payments/card-fields.ts';
import type { PaymentNonce } from '#core/rules/payments/payment-rules.ts';
import type {
  CardFields,
  CardFieldsState,
  CardTokenizer,
  TokenizeFailure,
  Wallet,
  WalletApproval,
  WalletFailure,
} from '#ports/card-tokenizer.ts';
import { exposedText, watchExposure } from './exposed-text.ts';

/** Functions of the page with the card form that tests call. They run in the browser. */
export interface CardFormPage {
  mount(clientToken: string, limits: object): Promise<Result<null, TokenizeFailure>>;
  state(): CardFieldsState;
  focus(field: 'cardholderName' | 'number' | 'expirationDate' | 'cvv'): void;
  describeError(field: 'cardholderName' | 'number' | 'expirationDate' | 'cvv', message: string | null): void;
  layout(): CardTokenizer['fields'];
  continueAction(data: string): Promise<Result<null, TokenizeFailure>>;
  tokenize(amount?: number): Promise<Result<PaymentNonce, TokenizeFailure>>;
  /** Shows the buttons of the wallets of the mounted fields, named by their kinds. */
  showWallets(): Promise<readonly Wallet['kind'][]>;
  /** Shows the buttons of wallets that return an address in one of these countries. */
  openWallets(clientToken: string, countries: readonly string[]): Promise<readonly Wallet['kind'][]>;
  /** Removes the wallets that were opened without card fields. */
  closeWallets(): void;
  /** Returns the results of all wallets so far. */
  walletResults(): readonly Result<WalletApproval, WalletFailure>[];
  teardown(): Promise<void>;
  submissions(): number;
  /** Returns all messages that this page received. */
  heard(): readonly { readonly type?: string }[];
  /**
   * Posts all messages that this page received again, from this page: unchanged, and with each number increased by one,
   * as the next response of a provider that counts its requests.
   */
  repeatMessages(): void;
  /** Returns the content of the page's storages and globals, with the words "client token" if it contains one. */
  stored(): Promise<string>;
  /** Returns everything that has passed through the page and that its scripts could read. */
  exposed(): Promise<string>;
  /** Returns the number of listeners of window and document, and of intervals. */
  leftovers(): number;
  /** Returns the violations of this page's content security policy. */
  violations(): readonly string[];
}

declare global {
  interface Window {
    cardForm: CardFormPage;
  }
}

watchExposure();
const leftovers = new Set<object>();
const clientTokens: string[] = [];
for (const target of [window, document]) countListeners(target);
countIntervals();

/** Keeps an entry in `leftovers` for each listener of a target until it is removed in any way. */
function countListeners(target: EventTarget): void {
  const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
  const entries = new Map<unknown, Map<string, object>>();
  const keyOf = (type: string, options: boolean | EventListenerOptions | undefined) =>
    `${type} ${typeof options === 'object' ? options.capture === true : options === true}`;
  const forget = (listener: unknown, key: string) => {
    leftovers.delete(entries.get(listener)?.get(key) ?? {});
    entries.get(listener)?.delete(key);
  };
  target.addEventListener = (type, listener, options) => {
    add.call(target, type, listener, options);
    const key = keyOf(type, options);
    const known = entries.get(listener) ?? new Map<string, object>();
    if (known.has(key)) return;
    const entry = {};
    entries.set(listener, known.set(key, entry));
    leftovers.add(entry);
    if (typeof options !== 'object') return;
    if (options.once === true) add.call(target, type, () => forget(listener, key), { once: true });
    if (options.signal !== undefined) add.call(options.signal, 'abort', () => forget(listener, key));
  };
  target.removeEventListener = (type, listener, options) => {
    remove.call(target, type, listener, options);
    forget(listener, keyOf(type, options));
  };
}

function countIntervals(): void {
  const running = new Map<unknown, object>();
  const { setInterval: start, clearInterval: stop } = window;
  window.setInterval = ((handler: TimerHandler, ...rest: unknown[]) => {
    const id = start(handler, ...(rest as [number]));
    const entry = {};
    running.set(id, entry);
    leftovers.add(entry);
    return id;
  }) as typeof window.setInterval;
  window.clearInterval = (id) => {
    stop(id);
    leftovers.delete(running.get(id) ?? {});
  };
}

/** Returns the content of all databases of this origin. */
async function databases(): Promise<readonly string[]> {
  const settled = <Value>(request: IDBRequest<Value>) =>
    new Promise<Value>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const texts: string[] = [];
  for (const { name = '' } of await indexedDB.databases()) {
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      texts.push(JSON.stringify(await settled(database.transaction(store).objectStore(store).getAll())));
    database.close();
  }
  return texts;
}

const heard: { readonly type?: string }[] = [];
const violations: string[] = [];
const walletResults: Result<WalletApproval, WalletFailure>[] = [];
let closeWallets = () => {};
let submissions = 0;
let fields: CardFields | null = null;
let state: CardFieldsState | null = null;

window.addEventListener('message', (event) => heard.push(event.data));
document.addEventListener('securitypolicyviolation', (event) => violations.push(event.violatedDirective));
document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  submissions += 1;
});

/** Returns copies of a message, each with one of its whole numbers increased by one. */
function nextOf(message: unknown): readonly unknown[] {
  if (Number.isInteger(message)) return [Number(message) + 1];
  if (typeof message !== 'object' || message === null) return [];
  return Object.entries(message).flatMap(([name, value]) =>
    nextOf(value).map((next) =>
      Array.isArray(message) ? message.with(Number(name), next) : { ...message, [name]: next },
    ),
  );
}

function container(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`No container ${id}`);
  return found;
}

function current<Value>(value: Value | null): Value {
  if (value === null) throw new Error('No fields are mounted');
  return value;
}

const subject = {
  amount: cents(8_900),
  email: 'johanna.brandt@meisterhand.example',
  billing_name: 'Johanna Brandt',
  billing_country: 'DE',
};

function showButtons<Subject>(wallets: readonly Wallet<Subject>[], asked: Subject): Wallet['kind'][] {
  return wallets.map((wallet) => {
    const place = document.createElement('div');
    document.querySelector('main')?.append(place);
    wallet.show({
      container: place,
      label: wallet.kind,
      merchant: 'Meisterhand',
      subject: () => asked,
      onEnd: (result) => walletResults.push(result),
    });
    return wallet.kind;
  });
}

/** Adds an adapter's card form to the page. `limits` are time limits for the adapter. */
export function offerCardForm(createTokenizer: (limits: object) => CardTokenizer): void {
  window.cardForm = {
    async mount(client_token, limits) {
      clientTokens.push(client_token);
      const tokenizer = createTokenizer(limits);
      const place = (field: CardFieldName) =>
        container(tokenizer.fields === 'single' ? 'cardholderName' : field);
      const result = await tokenizer.mount({
        client_token,
        locale: 'de',
        containers: {
          cardholderName: place('cardholderName'),
          number: place('number'),
          expirationDate: place('expirationDate'),
          cvv: place('cvv'),
        },
        placeholders: { cardholderName: '', number: '', expirationDate: '11/28', cvv: '123' },
        verification: { title: 'Zahlung bestätigen', cancel: 'Abbrechen', onOpen: () => () => {} },
        labels: {
          cardholderName: 'Name auf der Karte',
          number: 'Kartennummer',
          expirationDate: 'Gültig bis',
          cvv: 'Prüfziffer',
        },
      });
      if (!result.ok) return result;
      fields = result.value;
      fields.state$.subscribe((next) => {
        state = next;
      });
      return { ok: true, value: null };
    },
    layout: () => createTokenizer({}).fields,
    async continueAction(data) {
      const result = await createTokenizer({}).continueAction?.({
        data,
        locale: 'de',
        verification: { title: 'Zahlung bestätigen', cancel: 'Abbrechen', onOpen: () => () => {} },
      });
      return result ?? { ok: false, error: { code: 'PROVIDER_ERROR' } };
    },
    state: () => current(state),
    focus: (field) => current(fields).focus(field),
    describeError: (field, message) => current(fields).describeError(field, message),
    tokenize: (amount = 8_900) => current(fields).tokenize({ ...subject, amount: cents(amount) }),
    async showWallets() {
      const methods = await lastValueFrom(current(fields).expressMethods$ ?? of([]));
      return showButtons(
        methods.filter((method) => method.kind !== 'saved_card'),
        subject,
      );
    },
    async openWallets(client_token, countries) {
      const opened = await createTokenizer({}).openWallets?.({
        client_token,
        locale: 'de',
        verification: { title: 'Zahlung bestätigen', cancel: 'Abbrechen', onOpen: () => () => {} },
      });
      if (!opened?.ok) throw new Error(`No wallets: ${JSON.stringify(opened)}`);
      closeWallets = opened.value.teardown;
      return showButtons(opened.value.wallets, { amount: cents(8_900), countries });
    },
    closeWallets: () => closeWallets(),
    walletResults: () => walletResults,
    teardown: () => current(fields).teardown(),
    submissions: () => submissions,
    heard: () => heard,
    repeatMessages() {
      for (const message of [...heard])
        for (const one of [message, ...nextOf(message)]) window.postMessage(one, '*');
    },
    async stored() {
      const storages = [localStorage, sessionStorage].map((storage) => JSON.stringify({ ...storage }));
      const globals = Object.values(window).filter((value) => typeof value === 'string');
      const { href } = location;
      const state = JSON.stringify(history.state);
      const text = [...storages, document.cookie, href, state, ...globals, ...(await databases())].join('\n');
      return clientTokens.some((token) => text.includes(token)) ? `client token\n${text}` : text;
    },
    async exposed() {
      // Recent messages and changes are recorded before the next frame.
      await new Promise(requestAnimationFrame);
      return exposedText();
    },
    leftovers: () => leftovers.size,
    violations: () => violations,
  };
}
