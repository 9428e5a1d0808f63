import type { AnalyticsHarness } from './analytics-harness.ts';

/** A page in memory that records what scripts in it store, load and call. Nothing leaves the process. */
export interface RecordingPage
  extends Pick<
    AnalyticsHarness,
    'requests' | 'bodies' | 'cookies' | 'stored' | 'connections' | 'replaced' | 'pass'
  > {
  /** The page's global object. */
  readonly window: Record<string, unknown>;
  /** Records a script of another host, each address once. */
  loadScript(address: string): void;
  removeCookies(prefix: string): void;
  /** Sets cookies as the script of a service does. */
  setCookies(...names: readonly string[]): void;
  /** Makes storages, databases, caches and cookies throw from now on, as browsers without storage do. */
  breakStorage(): void;
}

interface Timer {
  readonly run: () => void;
  readonly every: number;
  due: number;
  readonly isRepeated: boolean;
}

/** Opens a page at an address, with the title of its document and the shop's cookie `locale`. */
export function openRecordingPage(address: string, title: string): RecordingPage {
  const { protocol, host, hostname, origin, pathname, search, hash } = new URL(address);
  const location = { protocol, host, hostname, origin, pathname, search, hash, href: address };
  const requests: string[] = [];
  const jar = new Set(['locale']);
  const storages = [new Map<string, string>(), new Map<string, string>()];
  const timers = new Map<number, Timer>();
  let now = 0;
  let lastTimer = 0;

  const bodies: Promise<string>[] = [];
  const listeners = new Map<string, Set<Listener>>();
  const databases = new Map<string, string>();
  const open = new Set<object>();
  let isBroken = false;

  const note = (body: unknown) => {
    if (body !== undefined && body !== null) bodies.push(new Response(body as BodyInit).text());
  };
  const ask = (target: unknown, body?: unknown) => {
    requests.push(target instanceof Request ? target.url : String(target));
    note(target instanceof Request ? target.clone().body : null);
    note(body);
  };
  /** Returns the value, or throws like a browser without storage. */
  const kept = <Value>(value: Value): Value => {
    if (isBroken) throw new DOMException('The operation is insecure.', 'SecurityError');
    return value;
  };
  const start = (run: () => void, milliseconds: number, isRepeated: boolean) => {
    lastTimer += 1;
    const every = Math.max(1, milliseconds || 0);
    timers.set(lastTimer, { run, every, due: now + every, isRepeated });
    return lastTimer;
  };
  const soon = (run: () => void) => start(run, 0, false);
  const target = {
    addEventListener(type: string, listener: Listener) {
      listeners.set(type, (listeners.get(type) ?? new Set()).add(listener));
    },
    removeEventListener: (type: string, listener: Listener) => void listeners.get(type)?.delete(listener),
  };
  const place = new RecordedElement(ask);
  const document = {
    ...target,
    location,
    title,
    referrer: address,
    visibilityState: 'visible',
    head: place,
    body: place,
    documentElement: place,
    createElement: () => new RecordedElement(ask),
    createElementNS: () => new RecordedElement(ask),
    write: (html: string) => place.insertAdjacentHTML('beforeend', html),
    get cookie() {
      return kept([...jar].map((name) => `${name}=x`).join('; '));
    },
    set cookie(text: string) {
      const [name = ''] = kept(text).split('=');
      if (/max-age=(?:0|-)|expires=thu, 01 jan 1970/i.test(text)) jar.delete(name.trim());
      else jar.add(name.trim());
    },
  };
  const keep = (kind: string) => (name: string) => {
    databases.set(`${kind} ${kept(name)}`, '');
    return Promise.resolve();
  };
  const drop = (kind: string) => async (name: string) => databases.delete(`${kind} ${kept(name)}`);
  /** A socket, stream or worker: everything that it sends is recorded as a request to its address. */
  const connection = class {
    readonly #to: string;
    constructor(to: unknown) {
      this.#to = String(to);
      ask(this.#to);
      open.add(this);
    }
    get url() {
      return this.#to;
    }
    addEventListener() {}
    send = (body?: unknown) => ask(this.#to, body);
    postMessage = (message?: unknown) => ask(this.#to, JSON.stringify(message));
    close = () => void open.delete(this);
    terminate = () => void open.delete(this);
    get port() {
      return this;
    }
    start() {}
  };
  const navigator = {
    language: 'de',
    userAgent: 'kit',
    sendBeacon(to: unknown, body?: unknown) {
      ask(to, body);
      return true;
    },
    serviceWorker: {
      async register(script: unknown) {
        ask(script);
        databases.set(`service worker ${script}`, '');
      },
    },
  };
  const history = { state: null, length: 1, pushState() {}, replaceState() {} };
  const window: Record<string, unknown> = {
    ...target,
    location,
    document,
    name: '',
    navigator,
    history,
    localStorage: storageOf(storages[0] ?? new Map(), kept),
    sessionStorage: storageOf(storages[1] ?? new Map(), kept),
    cookieStore: {
      set: async (given: string | { name: string }) =>
        void jar.add(typeof given === 'string' ? given : given.name),
      delete: async (given: string | { name: string }) =>
        void jar.delete(typeof given === 'string' ? given : given.name),
    },
    indexedDB: { open: keep('database'), deleteDatabase: drop('database') },
    caches: { open: keep('cache'), delete: drop('cache') },
    async fetch(to: unknown, given?: { readonly body?: unknown }) {
      ask(to, given?.body);
      return new Response(null, { status: 204 });
    },
    fetchLater: (to: unknown, given?: { readonly body?: unknown }) => ask(to, given?.body),
    Image: class extends RecordedElement {
      constructor() {
        super(ask);
      }
    },
    XMLHttpRequest: class {
      open = (_method: string, to: unknown) => ask(to);
      setRequestHeader() {}
      send = note;
    },
    WebSocket: connection,
    EventSource: connection,
    Worker: connection,
    SharedWorker: connection,
    ...{ Request, Response, Headers, Blob, FormData, URL, URLSearchParams, TextEncoder },
    setTimeout: (run: () => void, milliseconds: number) => start(run, milliseconds, false),
    setInterval: (run: () => void, milliseconds: number) => start(run, milliseconds, true),
    clearTimeout: (id: number) => void timers.delete(id),
    clearInterval: (id: number) => void timers.delete(id),
    requestAnimationFrame: soon,
    requestIdleCallback: soon,
    queueMicrotask: soon,
  };
  window.window = window;
  const objects = { window, document, navigator, history } as Readonly<
    Record<string, Record<string, unknown>>
  >;
  const own = functionsOf(objects);

  return {
    window,
    loadScript: (target) => void (requests.includes(target) || requests.push(target)),
    removeCookies(prefix) {
      for (const name of jar) if (name.startsWith(prefix)) jar.delete(name);
    },
    setCookies: (...names) => names.forEach((name) => void jar.add(name)),
    requests: async () => [...requests],
    cookies: async () => [...jar],
    bodies: () => Promise.all(bodies),
    async replaced() {
      const now = functionsOf(objects);
      const handlers = [...now.keys()].filter((name) => /\.on[a-z]+$/.test(name) && !own.has(name));
      return [...own.keys()].filter((name) => now.get(name) !== own.get(name)).concat(handlers);
    },
    connections: async () => [...open].map((one) => String(Reflect.get(one, 'url'))),
    breakStorage() {
      isBroken = true;
    },
    stored: async () =>
      [
        ...storages,
        databases,
        new Map(window.name === '' ? [] : [['window.name', String(window.name)]]),
      ].flatMap((entries) => [...entries].map(([key, value]) => `${key}=${value}`)),
    async pass(seconds) {
      const end = now + seconds * 1_000;
      for (;;) {
        const [next] = [...timers].filter(([, { due }]) => due <= end).sort(([, a], [, b]) => a.due - b.due);
        if (next === undefined) break;
        const [id, timer] = next;
        now = timer.due;
        if (timer.isRepeated) timer.due += timer.every;
        else timers.delete(id);
        timer.run();
      }
      now = end;
      for (const type of visits) {
        document.visibilityState = type === 'visibilitychange' ? 'hidden' : 'visible';
        for (const listener of listeners.get(type) ?? [])
          if (typeof listener === 'function') listener({ type, target: document });
          else listener.handleEvent({ type, target: document });
      }
    },
  };
}

/** Returns the functions of objects by their names, such as `window.fetch`. */
function functionsOf(objects: Readonly<Record<string, Record<string, unknown>>>) {
  const found = Object.entries(objects).flatMap(([place, object]) =>
    Object.entries(Object.getOwnPropertyDescriptors(object))
      .filter(([, { value }]) => typeof value === 'function')
      .map(([name, { value }]) => [`${place}.${name}`, value] as const),
  );
  return new Map<string, unknown>(found);
}

type Handler = (event: { readonly type: string; readonly target: unknown }) => void;
type Listener = Handler | { readonly handleEvent: Handler };

/** Events of a visit, until the page is left. */
const visits = ['scroll', 'click', 'popstate', 'blur', 'visibilitychange', 'beforeunload', 'pagehide'];

/** An element of the page or of a module. Its URLs are recorded as requests as soon as they are set. */
class RecordedElement {
  readonly style: object;
  readonly #ask: (target: unknown) => void;
  constructor(ask: (target: unknown) => void) {
    this.#ask = ask;
    const set = (_: object, _name: string | symbol, value: unknown) => {
      for (const [, address] of String(value).matchAll(/url\(["']?([^"')]+)/g)) ask(address);
      return true;
    };
    this.style = new Proxy({ setProperty: (name: string, value: string) => set({}, name, value) }, { set });
  }
  set src(target: string) {
    this.#ask(target);
  }
  set href(target: string) {
    this.#ask(target);
  }
  set srcset(targets: string) {
    for (const target of targets.split(/,\s+/)) this.#ask(target.trim().split(/\s/)[0]);
  }
  set data(target: string) {
    this.#ask(target);
  }
  set innerHTML(html: string) {
    for (const [, address] of html.matchAll(/\b(?:src|href|data|poster)=["']?([^"'\s>]+)/g))
      this.#ask(address);
  }
  insertAdjacentHTML(_where: string, html: string) {
    this.innerHTML = html;
  }
  setAttribute(name: string, value: string) {
    if (/^(?:src|href|data|poster)$/.test(name)) this.#ask(value);
    if (name === 'srcset') this.srcset = value;
  }
  addEventListener() {}
  append() {}
  appendChild() {}
  insertBefore() {}
  remove() {}
}

/** Returns a storage whose entries are set by its methods or as properties. */
function storageOf(entries: Map<string, string>, kept: <Value>(value: Value) => Value) {
  const methods: Record<string, unknown> = {
    getItem: (key: string) => entries.get(kept(key)) ?? null,
    setItem: (key: string, value: unknown) => void entries.set(kept(key), String(value)),
    removeItem: (key: string) => void entries.delete(kept(key)),
    clear: () => kept(entries).clear(),
  };
  return new Proxy(methods, {
    get: (_, key) => methods[String(key)] ?? entries.get(kept(String(key))),
    set: (_, key, value) => entries.set(kept(String(key)), String(value)) === entries,
    deleteProperty: (_, key) => entries.delete(kept(String(key))) || true,
  });
}
