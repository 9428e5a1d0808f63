import type { CodeInfo, Redemption } from '#core/model/code.ts';
import type { CallFailure } from '#core/rules/basics/result.ts';

/** Data about the code at page load. */
export interface LoadedCode {
  /** Content of the code in the address. */
  readonly info: CodeInfo | null;
  /** Failure of looking up the code in the address. */
  readonly failure: Pick<CallFailure, 'code' | 'detail'> | null;
  /** Redemption made without JavaScript. */
  readonly redemption: Redemption | null;
}

export const noLoadedCode: LoadedCode = { info: null, failure: null, redemption: null };

/** Query parameter of the page after a code was redeemed. */
export const redeemed = { name: 'schritt', value: 'eingeloest' } as const;
export const redeemedSearch = `?${redeemed.name}=${redeemed.value}`;
