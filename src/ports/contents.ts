import type { Announcement, ContentPage, ShopFacts } from '#core/rules/catalogue.ts';
import type { CallFailure } from '#core/rules/failure.ts';
import type { Result } from '#core/rules/result.ts';

/** Texts of the shop, in the language of the page. HTML in them has been sanitised by the host. */
export interface Contents {
  getAnnouncement(): Promise<Result<Announcement, CallFailure>>;
  /** An unknown slug fails with `NOT_FOUND`, status 404. */
  getContentPage(slug: string): Promise<Result<ContentPage, CallFailure>>;
  getShopFacts(): Promise<Result<ShopFacts, CallFailure>>;
}
