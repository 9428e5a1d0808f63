import type { SavedAddress } from '#core/model/address.ts';
import type { Post, PostCard } from '#core/model/blog.ts';
import type { CodeInfo } from '#core/model/code.ts';
import type {
  Campaign,
  CampaignCard,
  ContentPage,
  NewsletterWidget,
  ShopFacts,
} from '#core/model/content.ts';
import type { Activity, LessonPage } from '#core/model/learning.ts';
import type { MasterPage } from '#core/model/master.ts';
import type { PaymentRecord } from '#core/model/payment.ts';
import type { ProductCard, ProductFilter, ProductList, ProductPage, SearchHit } from '#core/model/product.ts';
import type { ReviewPage } from '#core/model/review.ts';
import type { Subscription } from '#core/model/subscription.ts';
import type { RunningSession } from '#core/model/user.ts';
import type { Page } from '#core/model/values.ts';
import { ok } from '#core/rules/result.ts';
import type { Orders } from './checkout/orders.ts';
import type { ApiResult, PageRequest, StorefrontContext } from './context.ts';
import { pageQuery } from './context.ts';
import { createFindPopup } from './marketing/marketing-actions.ts';

const largestPage = 100;

export type Queries = ReturnType<typeof createQueries>;

/** What pages read. Nothing here changes a store; a failure is returned as data and already reported. */
export function createQueries(context: StorefrontContext, orders: Orders) {
  const { shopApi, stores } = context;

  function listProducts({
    kind,
    group,
    q,
    language,
    sort,
    number,
    size,
  }: ProductFilter): ApiResult<ProductList> {
    return shopApi.listProducts({
      query: {
        'filter[kind]': kind,
        'filter[group]': group,
        'filter[q]': q,
        language,
        sort,
        'page[number]': number,
        'page[size]': size,
      },
    });
  }

  return {
    listProducts,
    getProduct: (slug: string): ApiResult<ProductPage> => shopApi.getProduct({ params: { slug } }),
    /** A legal page in the language of the page. */
    getContentPage: (slug: string): ApiResult<ContentPage> => shopApi.getContentPage({ params: { slug } }),
    getShopFacts: (): ApiResult<ShopFacts> => shopApi.getShopFacts(),
    /** The learner's address book, defaults first. */
    listAddresses: (): ApiResult<Page<SavedAddress>> =>
      shopApi.listAddresses({ query: pageQuery({ number: 1, size: largestPage }) }),
    /** Where the learner is logged in, last used first. */
    listSessions: (page: PageRequest): ApiResult<Page<RunningSession>> =>
      shopApi.listSessions({ query: pageQuery(page) }),
    getOrder: orders.getOrder,
    /** The learner's charges and refunds, newest first. */
    listPayments: (page: PageRequest): ApiResult<Page<PaymentRecord>> =>
      shopApi.listPayments({ query: pageQuery(page) }),
    /** The learner's memberships and subscriptions, running ones first. */
    listSubscriptions: (page: PageRequest): ApiResult<Page<Subscription>> =>
      shopApi.listSubscriptions({ query: pageQuery(page) }),
    /** Cards of the learner's own courses, in the order of the catalogue; none for a guest. */
    async listOwnCourses(): ApiResult<readonly ProductCard[]> {
      const { snapshot } = stores.session;
      const owned = snapshot.status === 'logged_in' ? snapshot.learner.courses : [];
      const found: ProductCard[] = [];
      for (let number = 1; found.length < owned.length; number += 1) {
        const page = await listProducts({ kind: 'course', size: largestPage, number });
        if (!page.ok) return page;
        found.push(...page.value.items.filter((card) => owned.includes(card.id)));
        if (number * largestPage >= page.value.total) break;
      }
      return ok(found);
    },
    /** German posts, newest first. */
    listPosts: (page: PageRequest): ApiResult<Page<PostCard>> =>
      shopApi.listPosts({ query: pageQuery(page) }),
    getPost: (slug: string): ApiResult<Post> => shopApi.getPost({ params: { slug } }),
    /** A master in the language of the page. */
    getMaster: (slug: string): ApiResult<MasterPage> => shopApi.getMaster({ params: { slug } }),
    /** A lesson for those who may watch; a refusal's code is `FORBIDDEN` or, for a guest, `UNAUTHENTICATED`. */
    getLesson: (id: string): ApiResult<LessonPage> => shopApi.getLesson({ params: { id } }),
    /** What the learner has watched of one course (by its id) or of all, newest first. */
    listActivities: ({
      course,
      ...page
    }: PageRequest & { readonly course?: string | undefined }): ApiResult<Page<Activity>> =>
      shopApi.listActivities({ query: { ...pageQuery(page), 'filter[course]': course } }),
    /** What a coupon, gift or voucher code gives, without using it up. */
    getCodeInfo: (code: string): ApiResult<CodeInfo> => shopApi.getCodeInfo({ body: { code } }),
    /** Products, masters and posts that fit these words, best first; for searching while one types. */
    searchAll: (words: string): ApiResult<readonly SearchHit[]> => shopApi.searchAll({ query: { q: words } }),
    /** What owners think of a product, newest first. */
    listReviews: (slug: string, page: PageRequest): ApiResult<ReviewPage> =>
      shopApi.listReviews({ params: { slug }, query: pageQuery(page) }),
    /** The learner's wish list, newest first. */
    listWishes: (page: PageRequest): ApiResult<Page<ProductCard>> =>
      shopApi.listWishes({ query: pageQuery(page) }),
    getNewsletterWidget: (): ApiResult<NewsletterWidget> => shopApi.getNewsletterWidget(),
    /** The campaigns that run today. */
    listCampaigns: (): ApiResult<readonly CampaignCard[]> => shopApi.listCampaigns(),
    /** A campaign's page in the language of the page. */
    getCampaign: (slug: string): ApiResult<Campaign> => shopApi.getCampaign({ params: { slug } }),
    /** The popup of a page; null for none, before the consent banner was answered, and once it has been closed. */
    findPopup: createFindPopup(context),
  };
}
