import type { PaymentProvider } from '#core/model/payment.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import type { AccessTokens } from '#ports/access-tokens.ts';
import type { Analytics } from '#ports/analytics.ts';
import type { CardTokenizer } from '#ports/card-tokenizer.ts';
import type { Clock } from '#ports/clock.ts';
import type { Cookies } from '#ports/cookies.ts';
import type { ErrorReporting } from '#ports/error-reporting.ts';
import type { Ids } from '#ports/ids.ts';
import type { Navigation } from '#ports/navigation.ts';
import type { SessionApi, ShopApi } from '#ports/shop-api.ts';
import type { TabBroadcast } from '#ports/tab-broadcast.ts';
import type { TabLock } from '#ports/tab-lock.ts';
import type { TextStorage } from '#ports/text-storage.ts';
import type { Timers } from '#ports/timers.ts';
import type { TokenReader } from '#ports/token-reader.ts';
import type { Stores } from './stores.ts';

/** The ports of a storefront, which runs in a browser tab or for one request on the server. */
export interface StorefrontPorts {
  readonly analytics: Analytics;
  readonly clock: Clock;
  readonly cookies: Cookies;
  readonly errorReporting: ErrorReporting;
  readonly ids: Ids;
  readonly localStorage: TextStorage;
  readonly navigation: Navigation;
  readonly sessionStorage: TextStorage;
  readonly tabBroadcast: TabBroadcast;
  readonly tabLock: TabLock;
  readonly timers: Timers;
  readonly tokenReader: TokenReader;
  readonly sessionApi: SessionApi;
  /** The API, whose calls carry these access tokens. */
  openShopApi(accessTokens: AccessTokens): ShopApi;
  /** Loads the provider's card fields, of which nothing is downloaded before. Rejects when that fails. */
  loadCardTokenizer(provider: PaymentProvider): Promise<CardTokenizer>;
}

/** The context without the API, which itself depends on the session. */
export type SessionContext = Omit<StorefrontPorts, 'openShopApi'> & { readonly stores: Stores };

export type StorefrontContext = SessionContext & { readonly shopApi: ShopApi };

export type ApiResult<Value> = Promise<Result<Value, CallFailure>>;

/** One page of a list; `number` counts from 1. */
export interface PageRequest {
  readonly number: number;
  readonly size: number;
}

/** The query parameters of a page. */
export function pageQuery({ number, size }: PageRequest) {
  return { 'page[number]': number, 'page[size]': size };
}

/** The failure of an action that needs a login. */
export const notLoggedIn: CallFailure = { code: 'UNAUTHENTICATED', status: 401, detail: '', fields: {} };
