import type { SavedAddress } from '#core/rules/address.ts';
import type { Page } from '#core/rules/catalogue.ts';
import type { CallFailure } from '#core/rules/failure.ts';
import type { Result } from '#core/rules/result.ts';

/** The learner's address book, defaults first. Without a session it fails with `UNAUTHENTICATED`, status 401. */
export interface Addresses {
  list(): Promise<Result<Page<SavedAddress>, CallFailure>>;
}
