import type { PaymentProvider } from '#core/model/payment.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import type { AccessTokens, TokenReader } from '#ports/access-tokens.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { CardTokenizer } from '#ports/card-tokenizer.ts';
import type { Clock, Timers } from '#ports/clock.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { ErrorReporting } from '#ports/error-reporting.ts';
import type { Ids } from '#ports/ids.ts';
import type { Navigation } from '#ports/navigation.ts';
import type { OfflinePages } from '#ports/offline-pages.ts';
import type { SessionApi, ShopApi } from '#ports/shop-api.ts';
import type { TabBroadcast, TabLock } from '#ports/tabs.ts';

import type { TextStorage } from '#ports/text-storage.ts';

import type { Stores } from './stores.ts';

/** The ports of a storefront. A storefront runs in a browser tab, or on the server for one request. */
export interface StorefrontPorts {
  readonly analytics: Analytics;
  readonly clock: Clock;
  readonly cookies: Cookies;
  readonly errorReporting: ErrorReporting;
  readonly ids: Ids;
  readonly localStorage: TextStorage;
  readonly navigation: Navigation;
  readonly offlinePages: OfflinePages;
  readonly sessionStorage: TextStorage;
  readonly tabBroadcast: TabBroadcast;
  readonly tabLock: TabLock;
  readonly timers: Timers;
  readonly tokenReader: TokenReader;
  readonly sessionApi: SessionApi;
  /** Creates the API client, whose calls send these access tokens. */
  openShopApi(accessTokens: AccessTokens): ShopApi;
  /**
   * Loads the card fields of the provider. Nothing is loaded from the provider before. Rejects when loading
   * fails.
   */
  loadCardTokenizer(provider: PaymentProvider): Promise<CardTokenizer>;
}

/** The storefront's context without the API client, which itself depends on the session. */
export type SessionContext = Omit<StorefrontPorts, 'openShopApi'> & { readonly stores: Stores };

export type StorefrontContext = SessionContext & { readonly shopApi: ShopApi };

export type ApiResult<Value> = Promise<Result<Value, CallFailure>>;

/** The requested page of a list; `number` counts from 1. */
export interface PageRequest {
  readonly number: number;
  readonly size: number;
}

/** Returns the query parameters for a page of a list. */
export function pageQuery({ number, size }: PageRequest) {
  return { 'page[number]': number, 'page[size]': size };
}

/** The failure of an action that needs a login. */
export const notLoggedIn: CallFailure = { code: 'UNAUTHENTICATED', status: 401, detail: '', fields: {} };
