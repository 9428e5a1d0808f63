import type { SavedAddress } from '#core/model/address.ts';
import type { Page } from '#core/model/primitives.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/**
 * The learner's address book, defaults first. Without a session it fails with `UNAUTHENTICATED`, status 401; somebody
 * else's address, or one that is gone, with `NOT_FOUND`, 404. A default takes the place of the one before it. Orders
 * keep their own copies.
 */
export interface Addresses {
  list(): Promise<Result<Page<SavedAddress>, CallFailure>>;
  /** A postal code that does not fit its country fails with `INVALID_INPUT`, 422, at its field. */
  add(address: Omit<SavedAddress, 'id'>): Promise<Result<SavedAddress, CallFailure>>;
  /** Replaces the address of that id; fails like `add`. */
  change(address: SavedAddress): Promise<Result<SavedAddress, CallFailure>>;
  remove(id: string): Promise<Result<null, CallFailure>>;
}
