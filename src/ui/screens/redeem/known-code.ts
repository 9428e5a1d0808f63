import type { CodeInfo, Redemption } from '#core/model/code.ts';
import type { CallFailure } from '#core/rules/result.ts';

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
