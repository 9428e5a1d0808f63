import type { OrderContext } from '#server/orders/order-context.ts';

/** The start of the test clock: 21 November 2026, 10:00 UTC, in milliseconds since 1970-01-01. */
export const testStart = Date.UTC(2026, 10, 21, 10);

/** The settings of a shop in tests. */
export const testSettings: OrderContext['settings'] = {
  mode: 'demo',
  siteUrl: 'http://localhost:3000',
  tokenSecret: 'a secret of thirty-two characters',
  dataDir: '/nowhere',
  deliveryCountries: ['DE', 'AT', 'CH'],
  clientAddressHeader: null,
  bankTransfer: null,
  hasWallets: true,
  hasMailbox: true,
  filmUploads: { folder: '/nowhere', mostBytes: 20_000_000_000 },
  backOffice: { host: null, path: '/verwaltung' },
};
