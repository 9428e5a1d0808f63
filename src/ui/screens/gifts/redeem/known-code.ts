import type { CodeInfo, Redemption } from '#core/model/code.ts';
import type { CallFailure } from '#core/rules/basics/result.ts';

/** What the server knows of a code when the page is loaded. */
export interface KnownCode {
  /** What the code in the address gives. */
  readonly info: CodeInfo | null;
  /** Why the code in the address gives nothing. */
  readonly failure: Pick<CallFailure, 'code' | 'detail'> | null;
  /** What was redeemed without JavaScript. */
  readonly redemption: Redemption | null;
}

export const nothingKnown: KnownCode = { info: null, failure: null, redemption: null };

/** The page's address after a code was redeemed. */
export const redeemed = { name: 'schritt', value: 'eingeloest' } as const;
export const redeemedSearch = `?${redeemed.name}=${redeemed.value}`;
