import type { Hono } from 'hono';
import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { DeliveryNotes } from '#server/catalogue/get-product.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { createApi } from '#server/platform/http/create-api.ts';
import type { FailureTexts } from '#server/platform/http/failures.ts';
import { createCallLimits } from '#server/platform/http/limits/call-limits.ts';
import { unlimitedWork } from '#server/platform/http/limits/work-limiter.ts';
import type { ApiDependencies } from '#server/platform/http/mount-endpoint.ts';
import type { ServerEnvironment } from '#server/platform/http/server-environment.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import { accountRoutes } from './accounts/account-routes.ts';
import { cartRoutes } from './carts/cart-routes.ts';
import { catalogueRoutes } from './catalogue/catalogue-routes.ts';
import { consumerRightsRoutes } from './consumer-rights/consumer-rights-routes.ts';
import { operatorDeclarationRoutes } from './consumer-rights/operator-declaration-routes.ts';
import { contentRoutes } from './content/content-routes.ts';
import { operatorPictureRoutes } from './content/pictures/operator-picture-routes.ts';
import { catalogueRecordRoutes } from './content/records/record-routes.ts';
import { couponRoutes } from './coupons/coupon-routes.ts';
import { operatorCouponRoutes } from './coupons/operator-coupon-routes.ts';
import { giftRoutes } from './gifts/gift-routes.ts';
import { operatorCampaignRoutes } from './gifts/operator-campaign-routes.ts';
import { operatorFilmRoutes } from './learning/films/operator-film-routes.ts';
import { learningRoutes } from './learning/learning-routes.ts';
import { documentRoutes } from './mail/document-routes.ts';
import { mailTextRoutes } from './mail/texts/mail-text-routes.ts';
import { marketingRoutes } from './marketing/marketing-routes.ts';
import { operatorInvoiceRoutes } from './operations/books/operator-invoice-routes.ts';
import { correspondenceRoutes } from './operations/correspondence-routes.ts';
import { importRoutes } from './operations/imports/import-routes.ts';
import { operatorWebhookRoutes } from './operations/operator-webhook-routes.ts';
import { orderActionRoutes } from './operations/order-actions/order-action-routes.ts';
import { orderBulkRoutes } from './operations/order-actions/order-bulk-routes.ts';
import { decisionPreviewRoutes } from './operations/preview-decision.ts';
import { provisionRoutes } from './operations/provisions/provision-routes.ts';
import { savedViewRoutes } from './operations/saved-view-routes.ts';
import { startPageRoutes } from './operations/start-page-routes.ts';
import { operatorRoutes } from './operations/team/operator-routes.ts';
import { createOperatorAuthentication } from './operations/team/operator-sessions.ts';
import { operatorOrderRoutes } from './orders/operator-order-routes.ts';
import { orderRoutes } from './orders/order-routes.ts';
import { paymentRoutes } from './payments/payment-routes.ts';
import { operatorCustomerRoutes } from './personal-data/operator-customer-routes.ts';
import { personalDataRoutes } from './personal-data/personal-data-routes.ts';
import { operatorSubscriptionRoutes } from './subscriptions/operator-subscription-routes.ts';
import { subscriptionRoutes } from './subscriptions/subscription-routes.ts';
import { trackingRoutes } from './tracking/tracking-routes.ts';
import { workKindOf } from './work-kinds.ts';

/** Texts of `locales/` for API responses. */
export interface ApiTexts {
  readonly failures: FailureTexts;
  readonly deliveryNotes: DeliveryNotes;
  /** Texts of mails and PDFs. */
  readonly mails: MailTexts;
}

/** Overload protection of a server; tests use neither work slots nor a response cache. */
export type LoadParts = Partial<Pick<ApiDependencies, 'limiter' | 'apiResponseCache' | 'callLimits'>>;

/** Routes of all API endpoints below `/api`. Throws at the start when an endpoint has no route. */
export function createShopApi(
  context: OrderContext,
  texts: ApiTexts,
  {
    limiter = unlimitedWork,
    apiResponseCache = null,
    callLimits = createCallLimits(context),
  }: LoadParts = {},
): Hono<ServerEnvironment> {
  const routes = [
    ...accountRoutes(context),
    ...personalDataRoutes(context),
    ...cartRoutes(context),
    ...couponRoutes(context),
    ...giftRoutes(context, texts.failures),
    ...orderRoutes(context),
    ...paymentRoutes(context, texts.mails),
    ...documentRoutes(context, texts.mails),
    ...catalogueRoutes(context, texts.deliveryNotes),
    ...contentRoutes(context),
    ...learningRoutes(context, texts.mails),
    ...operatorFilmRoutes(context),
    ...marketingRoutes(context, texts.mails),
    ...trackingRoutes(context),
    ...subscriptionRoutes(context),
    ...consumerRightsRoutes(context),
    ...operatorRoutes(context),
    ...operatorOrderRoutes(context),
    ...orderActionRoutes(context),
    ...orderBulkRoutes(context, texts.mails),
    ...operatorInvoiceRoutes(context, texts.mails),
    ...catalogueRecordRoutes(context),
    ...operatorPictureRoutes(context),
    ...importRoutes(context),
    ...mailTextRoutes(context, texts.mails),
    ...provisionRoutes(context),
    ...savedViewRoutes(context),
    ...operatorDeclarationRoutes(context),
    ...operatorCustomerRoutes(context),
    ...decisionPreviewRoutes(context, texts.mails),
    ...correspondenceRoutes(context, texts.mails),
    ...operatorSubscriptionRoutes(context),
    ...operatorCouponRoutes(context),
    ...operatorCampaignRoutes(context),
    ...startPageRoutes(context),
    ...operatorWebhookRoutes(context),
  ];
  return createApi([...Object.values(endpoints), ...Object.values(operatorEndpoints)], routes, {
    operators: createOperatorAuthentication(context),
    context,
    texts: texts.failures,
    limiter,
    workKindOf,
    apiResponseCache,
    callLimits,
  });
}
