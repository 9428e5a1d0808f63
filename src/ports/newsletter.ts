import type { Locale } from '#core/model/primitives.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** The newsletter without login: asked for by address, confirmed and ended by the links of its mails (decisions §5). */
export interface Newsletter {
  /** Mails a link to confirm by; the same answer for known and unknown addresses. `source` is where it was asked for. */
  subscribe(request: {
    readonly email: string;
    readonly locale: Locale;
    readonly source: string;
  }): Promise<Result<null, CallFailure>>;
  /**
   * From here on it comes; again is no fault. A link that is over fails with `LINK_EXPIRED`, status 410, one that is no
   * link at all with `INVALID_INPUT`, 422.
   */
  confirm(token: string): Promise<Result<null, CallFailure>>;
  /** From here on it comes no more, however often this is said. A strange token fails with `NOT_FOUND` or `INVALID_INPUT`. */
  leave(token: string): Promise<Result<null, CallFailure>>;
}
