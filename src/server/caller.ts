import type { Locale } from '#core/model/values.ts';

/** The client of a call, as far as the server has verified it. */
export interface Caller {
  /**
   * The user of a valid access token whose session is active; null for guests. Never null for endpoints that require a
   * login.
   */
  readonly user: { readonly id: string; readonly sessionId: string } | null;
  /** The header `X-Order-Token`, which proves that a guest is the buyer of an order. */
  readonly orderToken: string | null;
  /** Language of texts: `X-App-Language`, else `Accept-Language`, else German. */
  readonly locale: Locale;
  /** Client address, the key of rate limits. */
  readonly address: string;
  /** Browser and system, for example `Firefox, Windows`; empty when unknown. */
  readonly device: string;
}

/** The client of an endpoint that requires a login. */
export interface UserCaller extends Caller {
  readonly user: { readonly id: string; readonly sessionId: string };
}
