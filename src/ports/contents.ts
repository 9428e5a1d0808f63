import type {
  Announcement,
  Campaign,
  CampaignCard,
  ContentPage,
  GiveawayEntry,
  NewsletterWidget,
  Popup,
  ShopFacts,
} from '#core/model/content.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** Texts of the shop, in the language of the page. HTML in them has been sanitised by the host. */
export interface Contents {
  getAnnouncement(): Promise<Result<Announcement, CallFailure>>;
  /** An unknown slug fails with `NOT_FOUND`, status 404. */
  getContentPage(slug: string): Promise<Result<ContentPage, CallFailure>>;
  getShopFacts(): Promise<Result<ShopFacts, CallFailure>>;
  getNewsletterWidget(): Promise<Result<NewsletterWidget, CallFailure>>;
  /** The small window of the page at this path, with or without its locale; null for none. */
  getPopup(path: string): Promise<Result<Popup | null, CallFailure>>;
  /** The campaigns that run today: open giveaways, and offers that can be taken. */
  listCampaigns(): Promise<Result<readonly CampaignCard[], CallFailure>>;
  /** An unknown slug fails with `NOT_FOUND`, status 404. */
  getCampaign(slug: string): Promise<Result<Campaign, CallFailure>>;
  /**
   * A second entry with the same address is answered alike. An unknown giveaway fails with `NOT_FOUND`, one that is over
   * with `EXPIRED`, one to come with `NOT_YET_VALID`.
   */
  enterGiveaway(entry: GiveawayEntry): Promise<Result<null, CallFailure>>;
}
