import type { Analytics } from '#ports/analytics.ts';
import type { AnalyticsHarness, ReportedPurchase } from '#test/kits/analytics-harness.ts';
import { openAnalyticsPage } from '#test/kits/analytics-page-kit.ts';
import type { Break } from './describe-breaks.ts';

export const untouched =
  'before consent and after a refusal no cookie or storage changes, and no timer sends a request';
const loads = 'nothing is loaded before consent and after a refusal';
const otherPurpose = 'a consent to another purpose than that of the category loads and sends nothing';
export const quiet = 'after consent is withdrawn no request is sent, and the storages are empty';
export const inPart = 'after consent to one of two purposes is withdrawn no request is sent for it';
export const nextMoment = 'work that begins with the consent stops when the consent is withdrawn immediately';
const noAdvertising = 'without consent to marketing no advertising host or cookie is used';
const declared = 'requests go only to hosts that the module declares';
export const purchase =
  'price, VAT and shipping of a purchase are sent in the unit of the service, to the cent';
const closed =
  'no socket, stream or worker is opened before consent, and none stays open when it is withdrawn';
export const throwing = 'every event is sent although storages throw, as in private windows';
const own = 'no function of the page is replaced: fetch, history, error handlers, listeners';
const address =
  'a page view has the route and the clean path, and nothing has the URL or title of the document';

/** Returns an adapter that calls a listener before each call. */
export const heard = (analytics: Analytics, listener: Partial<Analytics>): Analytics => ({
  setConsent(consent) {
    listener.setConsent?.(consent);
    analytics.setConsent(consent);
  },
  track(event) {
    listener.track?.(event);
    analytics.track(event);
  },
  identify(learner) {
    listener.identify?.(learner);
    analytics.identify(learner);
  },
});

/**
 * Returns a defect in the browser half of a module, which runs in the page of the kit. The service of the memory
 * adapter is unchanged.
 */
function inPage(
  name: string,
  change: (window: KitWindow) => Partial<Analytics>,
  noticedBy: readonly string[],
): Break<AnalyticsHarness> {
  return {
    name,
    noticedBy,
    wrap(harness) {
      const page = openAnalyticsPage({
        category: harness.category,
        hosts: harness.hosts,
        settings: {},
        open: (_, { window }) => ({
          setConsent() {},
          track() {},
          identify() {},
          ...change(window as KitWindow),
        }),
      });
      const { analytics } = harness;
      return {
        ...harness,
        cookies: async () => [...(await harness.cookies()), ...(await page.cookies()).slice(1)],
        stored: page.stored,
        pass: page.pass,
        requests: async () => [...(await harness.requests()), ...(await page.requests())],
        bodies: page.bodies,
        connections: page.connections,
        replaced: page.replaced,
        breakStorage: page.breakStorage,
        analytics: heard(page.analytics, analytics),
      };
    },
  };
}

/** Returns a module that does `work` as soon as it is opened. */
function atOnce(work: (window: KitWindow) => unknown) {
  return (window: KitWindow) => {
    work(window);
    return {};
  };
}

type KitWindow = Window & typeof globalThis;

const beat = 'https://memory.example/beat';

export const brokenInPages: readonly Break<AnalyticsHarness>[] = [
  inPage(
    'keeps an id in the storage before consent',
    atOnce(({ localStorage }) => localStorage.setItem('visitor', '4711')),
    [untouched, quiet, nextMoment, inPart, throwing],
  ),
  inPage(
    'keeps an id in the storage of the tab before consent',
    atOnce(({ sessionStorage }) => sessionStorage.setItem('visitor', '4711')),
    [untouched, quiet, nextMoment, inPart, throwing],
  ),
  inPage(
    'begins a moment after the consent, although it was withdrawn',
    (window) => ({
      setConsent: ({ marketing }) =>
        marketing && void window.setTimeout(() => window.navigator.sendBeacon(beat), 0),
    }),
    [nextMoment, inPart],
  ),
  inPage(
    'sends heart-beats before consent',
    atOnce((window) => void window.setInterval(() => window.navigator.sendBeacon(beat), 15_000)),
    [untouched, quiet, nextMoment, inPart],
  ),
  ...Object.entries<(window: KitWindow) => unknown>({
    'keeps an id as a property of the storage': ({ localStorage }) => {
      localStorage.visitor = '4711';
    },
    'keeps an id in a database': ({ indexedDB }) => indexedDB.open('visitor'),
    'keeps an id in a cache': ({ caches }) => caches.open('visitor'),
    'sets a cookie': ({ document }) => {
      document.cookie = 'visitor=4711; max-age=9999';
    },
  }).map(([name, work]) =>
    inPage(`${name} before consent`, atOnce(work), [untouched, quiet, nextMoment, inPart, throwing]),
  ),
  ...Object.entries<(window: KitWindow) => unknown>({
    'keeps an id in the name of the window': (window) => {
      window.name = 'visitor-4711';
    },
    'sets a cookie by the store of cookies': (window) => window.cookieStore.set('visitor', '4711'),
  }).map(([name, work]) =>
    inPage(`${name} before consent`, atOnce(work), [untouched, quiet, nextMoment, inPart]),
  ),
  ...Object.entries<(window: KitWindow) => unknown>({
    'calls its service when the page is hidden': (window) =>
      window.document.addEventListener('visibilitychange', () => window.navigator.sendBeacon(beat)),
    'calls its service when the page is left': (window) =>
      window.addEventListener('pagehide', { handleEvent: () => window.navigator.sendBeacon(beat) }),
    'calls its service after a click': (window) =>
      window.document.addEventListener('click', () => void window.fetch(new Request(beat))),
  }).map(([name, work]) =>
    inPage(`${name}, without consent`, atOnce(work), [untouched, quiet, nextMoment, inPart]),
  ),
  ...Object.entries<(window: KitWindow) => unknown>({
    'opens a connection': (window) => new window.WebSocket(beat),
    'opens a stream': (window) => new window.EventSource(beat),
    'starts a worker': (window) => new window.Worker(beat),
  }).map(([name, work]) =>
    inPage(`${name} as soon as it runs`, atOnce(work), [loads, untouched, otherPurpose, closed]),
  ),
  ...Object.entries<(window: KitWindow) => unknown>({
    'adds a frame': ({ document }) => {
      document.createElement('iframe').src = beat;
    },
    'writes a pixel into the page': ({ document }) => {
      document.body.innerHTML = `<img src="${beat}" alt="">`;
    },
    'loads a pixel as the background of a part': ({ document }) => {
      document.createElement('div').style.backgroundImage = `url("${beat}")`;
    },
    'loads a pixel for every density': ({ document }) => {
      document.createElement('img').srcset = `${beat} 1x, ${beat}?2 2x`;
    },
    'asks by a Request': (window) => void window.fetch(new window.Request(beat, { method: 'POST' })),
  }).map(([name, work]) =>
    inPage(`${name} as soon as it runs`, atOnce(work), [loads, untouched, otherPurpose]),
  ),
  inPage(
    'registers a service worker as soon as it runs',
    atOnce(({ navigator }) => void navigator.serviceWorker.register(beat)),
    [loads, untouched, otherPurpose, quiet, nextMoment, inPart],
  ),
  ...Object.entries<(window: KitWindow) => unknown>({
    'leaves its socket open': (window) => new window.WebSocket(beat),
    'leaves its stream open': (window) => new window.EventSource(beat),
    'leaves its worker running': (window) => new window.Worker(beat),
  }).map(([name, work]) =>
    inPage(
      `${name} when consent is withdrawn`,
      (window) => ({
        setConsent({ marketing }) {
          if (marketing) work(window);
        },
      }),
      [closed],
    ),
  ),
  inPage(
    'goes on to send by its socket after consent is withdrawn',
    (window) => ({
      setConsent({ marketing }) {
        if (!marketing) return;
        const socket = new window.WebSocket(beat);
        window.setInterval(() => socket.send('here'), 15_000);
      },
    }),
    [quiet, nextMoment, inPart, closed],
  ),
  ...Object.entries<(window: KitWindow) => unknown>({
    beacons: ({ navigator }) => navigator.sendBeacon(beat),
    pixels: (window) => {
      new window.Image().src = beat;
    },
    Requests: (window) => void window.fetch(new window.Request(beat)),
  }).map(([what, work]) =>
    inPage(
      `goes on with ${what} after consent is withdrawn`,
      (window) => ({
        setConsent({ marketing }) {
          if (marketing) window.setInterval(() => work(window), 15_000);
        },
      }),
      [quiet, nextMoment, inPart],
    ),
  ),
  inPage(
    'throws where it cannot keep its id',
    ({ localStorage }) => ({
      setConsent({ marketing }) {
        if (marketing) localStorage.setItem('visitor', '4711');
        else localStorage.removeItem('visitor');
      },
    }),
    [throwing],
  ),
  inPage(
    'sends the title of the document in the body of a Request',
    (window) => ({
      track: () =>
        void window.fetch(new window.Request(beat, { method: 'POST', body: window.document.title })),
    }),
    [address],
  ),
  inPage(
    'goes on with heart-beats after consent is withdrawn',
    (window) => ({
      setConsent({ statistics }) {
        if (statistics) window.setInterval(() => void window.fetch(beat), 15_000);
      },
    }),
    [quiet, nextMoment, inPart],
  ),
  inPage(
    'goes on with heart-beats while any consent is left',
    (window) => {
      let beats = 0;
      return {
        setConsent({ statistics, marketing }) {
          if (statistics || marketing) beats ||= window.setInterval(() => void window.fetch(beat), 15_000);
          else window.clearInterval(beats);
        },
      };
    },
    [inPart],
  ),
  inPage(
    'tells its service that consent was withdrawn',
    (window) => {
      let wasGiven = false;
      return {
        setConsent({ marketing }) {
          if (wasGiven && !marketing) void window.fetch(beat);
          wasGiven ||= marketing;
        },
      };
    },
    [quiet, nextMoment, inPart],
  ),
  ...Object.entries<(window: KitWindow) => void>({
    'wraps the calls of the page': (window) => {
      const { fetch } = window;
      window.fetch = (...asked) => fetch(...asked);
    },
    'wraps the history of the page': ({ history }) => {
      history.pushState = () => {};
    },
    'takes the errors of the page': (window) => {
      window.onerror = () => {};
    },
  }).map(([name, work]) =>
    inPage(name, (window) => ({ setConsent: ({ marketing }) => marketing && work(window) }), [own]),
  ),
  inPage(
    'leaves its storage behind when consent is withdrawn',
    ({ localStorage }) => ({ track: (event) => localStorage.setItem('last', event.name) }),
    [quiet, nextMoment, inPart, throwing],
  ),
  inPage(
    'sets its cookie again after consent was withdrawn',
    (window) => ({
      track() {
        window.setTimeout(() => {
          window.document.cookie = 'memory_again=1';
        }, 60_000);
      },
    }),
    [quiet, nextMoment, inPart, throwing],
  ),
  inPage(
    'loads a pixel of advertising with consent to statistics',
    (window) => ({
      setConsent({ statistics }) {
        if (statistics) new window.Image().src = 'https://www.facebook.com/tr?id=1';
      },
    }),
    [noAdvertising, declared, otherPurpose, inPart],
  ),
  inPage(
    'sends the title of the document in the body of a beacon',
    (window) => ({
      track: () => void window.navigator.sendBeacon(beat, new Blob([window.document.title])),
    }),
    [address],
  ),
  inPage(
    'sends the address of the document in the body of a call',
    (window) => ({
      track: () => void window.fetch(beat, { method: 'POST', body: window.location.href }),
    }),
    [address],
  ),
  inPage(
    'calls a host that it does not declare',
    (window) => ({
      track() {
        new window.Image().src = 'https://partner.example/pixel';
      },
    }),
    [declared],
  ),
  inPage(
    'sends the title of the document',
    (window) => ({
      track: () => void window.fetch(`https://memory.example/t?${window.document.title}`),
    }),
    [address],
  ),
];

/** Returns a defect in the reported purchase. */
function misreporting(
  name: string,
  change: (sent: ReportedPurchase) => ReportedPurchase,
): Break<AnalyticsHarness> {
  return {
    name,
    noticedBy: [purchase],
    wrap: (harness) => ({ ...harness, purchase: async () => change(await harness.purchase()) }),
  };
}

export const brokenPurchases: readonly Break<AnalyticsHarness>[] = [
  misreporting('reports prices of lines in euros beside a sum in cents', (sent) => ({
    ...sent,
    prices: sent.prices?.map((price) => price / 100) ?? null,
  })),
  misreporting('reports the sum of a line as its price', (sent) => ({
    ...sent,
    prices: sent.prices?.map((price, index) => price * (2 - index)) ?? null,
  })),
  misreporting('reports NaN where there is no VAT', (sent) => ({ ...sent, vat: sent.vat || Number.NaN })),
  misreporting('reports the last line alone', (sent) => ({
    ...sent,
    prices: sent.prices?.slice(-1) ?? null,
  })),
  misreporting('reports no VAT', (sent) => ({ ...sent, vat: 0 })),
  misreporting('reports VAT in euros', (sent) => ({ ...sent, vat: (sent.vat ?? 0) / 100 })),
];
