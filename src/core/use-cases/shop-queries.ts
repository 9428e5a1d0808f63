import type { SavedAddress } from '#core/model/address.ts';
import type { Post, PostCard } from '#core/model/blog.ts';
import type { CodeInfo } from '#core/model/code.ts';
import type {
  Campaign,
  CampaignCard,
  ContentPage,
  NewsletterWidget,
  Popup,
  ShopFacts,
} from '#core/model/content.ts';
import type { Activity, LessonPage } from '#core/model/learning.ts';
import type { MasterPage } from '#core/model/master.ts';
import type { Order } from '#core/model/order.ts';
import type { PaymentRecord } from '#core/model/payment.ts';
import type { Page } from '#core/model/primitives.ts';
import type { ProductCard, ProductFilter, ProductList, ProductPage, SearchHit } from '#core/model/product.ts';
import type { ReviewPage } from '#core/model/review.ts';
import type { Subscription } from '#core/model/subscription.ts';
import type { RunningSession } from '#core/model/user.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

/** The answer of every call to the host. */
export type Answer<Value> = Promise<Result<Value, CallFailure>>;

/** What pages read. Nothing here changes a store; a failure is answered as data and already reported. */
export interface Queries {
  listProducts(filter: ProductFilter): Answer<ProductList>;
  getProduct(slug: string): Answer<ProductPage>;
  /** A legal page in the language of the page. */
  getContentPage(slug: string): Answer<ContentPage>;
  getShopFacts(): Answer<ShopFacts>;
  /** The learner's address book, defaults first. */
  listAddresses(): Answer<Page<SavedAddress>>;
  /** Where the learner is logged in, last used first. */
  listSessions(page: { readonly number: number; readonly size: number }): Answer<Page<RunningSession>>;
  /** An order for its buyer only; a guest is known by the order's cookie. */
  getOrder(id: string): Answer<Order>;
  /** The learner's charges and refunds, newest first. */
  listPayments(page: { readonly number: number; readonly size: number }): Answer<Page<PaymentRecord>>;
  /** The learner's memberships and subscriptions, running ones first. */
  listSubscriptions(page: { readonly number: number; readonly size: number }): Answer<Page<Subscription>>;
  /** Cards of the courses that the learner owns; none for a guest. */
  listOwnCourses(): Answer<readonly ProductCard[]>;
  /** German posts, newest first. */
  listPosts(page: { readonly number: number; readonly size: number }): Answer<Page<PostCard>>;
  getPost(slug: string): Answer<Post>;
  /** A master in the language of the page. */
  getMaster(slug: string): Answer<MasterPage>;
  /** A lesson for those who may watch it; a refusal's code is `FORBIDDEN` or, for a guest, `UNAUTHENTICATED`. */
  getLesson(id: string): Answer<LessonPage>;
  /** What the learner has watched of one course (by its id) or of all, newest first. */
  listActivities(question: {
    readonly course?: string | undefined;
    readonly number: number;
    readonly size: number;
  }): Answer<Page<Activity>>;
  /** What a coupon, gift or voucher code gives, without using it up. */
  getCodeInfo(code: string): Answer<CodeInfo>;
  /** What fits these words, best first; for searching while one types. */
  searchAll(words: string): Answer<readonly SearchHit[]>;
  /** What owners think of a product, newest first. */
  listReviews(slug: string, page: { readonly number: number; readonly size: number }): Answer<ReviewPage>;
  /** What the learner wishes for, newest first. */
  listWishes(page: { readonly number: number; readonly size: number }): Answer<Page<ProductCard>>;
  getNewsletterWidget(): Answer<NewsletterWidget>;
  /** The campaigns that run today. */
  listCampaigns(): Answer<readonly CampaignCard[]>;
  /** A campaign's page in the language of the page. */
  getCampaign(slug: string): Answer<Campaign>;
  /** The small window of a page; null for none, before consent was answered, and once it has been closed. */
  findPopup(path: string): Answer<Popup | null>;
}
