import type { Locale } from '#core/model/values.ts';

/** Who calls, as far as the server believes it. */
export interface Caller {
  /**
   * The user of a valid bearer whose session still runs; null for guests. Never null where the endpoint asks for a
   * user.
   */
  readonly user: { readonly id: string; readonly sessionId: string } | null;
  /** `X-Order-Token`, by which a guest proves to be the buyer. */
  readonly orderToken: string | null;
  /** Language of texts: `X-App-Language`, else `Accept-Language`, else German. */
  readonly locale: Locale;
  /** Network address that limits count by. */
  readonly address: string;
  /** Browser and system, for example `Firefox, Windows`; empty when the caller does not say. */
  readonly device: string;
}

/** A caller whom the endpoint's access has made sure to be logged in. */
export interface UserCaller extends Caller {
  readonly user: { readonly id: string; readonly sessionId: string };
}
