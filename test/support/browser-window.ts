import { createStoragePages } from './storage-pages.ts';

/** Creates the parts of a browser's `window` that the shop's adapters use. Node provides most of them. */
export function createBrowserWindow() {
  const page = createStoragePages().open();
  const channels: BroadcastChannel[] = [];
  class Channel extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
  }
  const parts = {
    BroadcastChannel: Channel,
    addEventListener: page.addEventListener.bind(page),
    console,
    crypto: globalThis.crypto,
    localStorage: page.localStorage,
    name: page.name,
    location: {
      protocol: 'http:',
      origin: 'http://localhost:3000',
      pathname: '/de',
      search: '',
      assign() {},
      reload() {},
    },
    navigator: globalThis.navigator,
    removeEventListener: page.removeEventListener.bind(page),
    sessionStorage: page.sessionStorage,
  };
  return {
    window: parts as unknown as Window & typeof globalThis,
    close() {
      for (const channel of channels) channel.close();
    },
  };
}
