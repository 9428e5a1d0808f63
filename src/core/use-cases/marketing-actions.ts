import type { GiveawayEntry } from '#core/model/content.ts';
import type { Answer } from './shop-queries.ts';

/** The newsletter and the small windows on pages (decisions §5). */
export interface MarketingActions {
  /** Mails a link to confirm by, in the language of the page. `source` names where it was asked for. */
  subscribeToNewsletter(request: { readonly email: string; readonly source: string }): Answer<null>;
  /** Takes part in a giveaway, once per address; again is answered alike. */
  enterGiveaway(entry: GiveawayEntry): Answer<null>;
  /** Closes a small window for good, or for this tab where the visitor has not allowed more. */
  closePopup(key: string): Promise<void>;
}
