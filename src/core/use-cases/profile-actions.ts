import type { SavedAddress } from '#core/model/address.ts';
import type { Learner } from '#core/model/user.ts';
import type { AccountDocument, PasswordChange } from '#ports/own-account.ts';
import type { ProfileChanges } from '#ports/profiles.ts';
import type { Answer } from './shop-queries.ts';

/** What learners do with their own data (specification §2 "My data"); a guest is refused with `UNAUTHENTICATED`. */
export interface ProfileActions {
  /** Changes what is given; a new e-mail address and a wished newsletter wait for the link of a mail. */
  updateProfile(changes: ProfileChanges): Answer<Learner>;
  /** Other devices are logged out; this browser goes on with a session of its own. */
  changePassword(change: PasswordChange): Answer<Learner>;
  addAddress(address: Omit<SavedAddress, 'id'>): Answer<SavedAddress>;
  changeAddress(address: SavedAddress): Answer<SavedAddress>;
  removeAddress(id: string): Answer<null>;
  /** Logs another of one's own devices out. */
  endOwnSession(id: string): Answer<null>;
  endOtherSessions(): Answer<null>;
  /** Everything the shop knows of the learner, as one document. */
  exportAccount(): Answer<AccountDocument>;
  /**
   * Deletes the account with its password, which ends the session here too; without one a link is mailed. `CREDIT_LEFT`
   * while there is credit that is not forfeited.
   */
  deleteAccount(password: string | null, forfeitsCredit?: boolean): Answer<'deleted' | 'link_sent'>;
}

/** What the links in mails are for; nobody needs to be logged in. The profile of whoever is follows. */
export interface MailLinkActions {
  confirmEmail(token: string): Answer<null>;
  confirmAccountDeletion(token: string): Answer<null>;
  confirmNewsletter(token: string): Answer<null>;
  leaveNewsletter(token: string): Answer<null>;
}
