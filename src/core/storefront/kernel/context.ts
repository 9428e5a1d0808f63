import type { PaymentProvider } from '#core/model/payment.ts';
import { type CallFailure, failureOf, type Result } from '#core/rules/basics/result.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { AccessTokens, TokenReader } from '#ports/browser/access-tokens.ts';
import type { Cookies } from '#ports/browser/cookies.ts';
import type { Navigation } from '#ports/browser/navigation.ts';
import type { OfflinePages } from '#ports/browser/offline-pages.ts';
import type { PasskeyDevice } from '#ports/browser/passkey-device.ts';
import type { TabBroadcast, TabLock } from '#ports/browser/tabs.ts';
import type { TextStorage } from '#ports/browser/text-storage.ts';
import type { CardTokenizer } from '#ports/card-tokenizer.ts';
import type { Clock, Timers } from '#ports/clock.ts';
import type { ErrorReporting } from '#ports/error-reporting.ts';
import type { FilmStreams } from '#ports/film-streams.ts';
import type { Ids } from '#ports/ids.ts';
import type { SessionApi, ShopApi } from '#ports/shop-api.ts';

import type { Stores } from './stores.ts';

/** The ports of a storefront. A storefront runs in a browser tab, or on the server for one request. */
export interface StorefrontPorts {
  readonly analytics: Analytics;
  readonly clock: Clock;
  readonly cookies: Cookies;
  readonly errorReporting: ErrorReporting;
  readonly films: FilmStreams;
  readonly ids: Ids;
  readonly localStorage: TextStorage;
  readonly navigation: Navigation;
  readonly offlinePages: OfflinePages;
  readonly passkeyDevice: PasskeyDevice;
  readonly sessionStorage: TextStorage;
  readonly tabBroadcast: TabBroadcast;
  readonly tabLock: TabLock;
  readonly timers: Timers;
  readonly tokenReader: TokenReader;
  readonly sessionApi: SessionApi;
  /** Creates the API client, whose calls send these access tokens. */
  openShopApi(accessTokens: AccessTokens): ShopApi;
  /** Loads the card fields of a provider; nothing is loaded from it before. Rejects when loading fails. */
  loadCardTokenizer(provider: PaymentProvider): Promise<CardTokenizer>;
}

/** The storefront's context without the API client, which itself depends on the session. */
export type SessionContext = Omit<StorefrontPorts, 'openShopApi'> & { readonly stores: Stores };

export type StorefrontContext = SessionContext & { readonly shopApi: ShopApi };

export type ApiResult<Value> = Promise<Result<Value, CallFailure>>;

/** The failure of an action that needs a login. */
export const notLoggedIn = failureOf('UNAUTHENTICATED');
