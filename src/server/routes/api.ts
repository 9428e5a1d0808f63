import type { Hono } from 'hono';
import { endpoints } from '#api/endpoints.ts';
import type { DeliveryNotes } from '#server/catalogue/get-product.ts';
import { createApi } from '#server/http/create-api.ts';
import type { FailureTexts } from '#server/http/failures.ts';
import type { ApiDependencies } from '#server/http/mount-endpoint.ts';
import type { ServerEnvironment } from '#server/http/server-environment.ts';
import { unlimitedWork } from '#server/http/work-limiter.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import type { ServerContext } from '#server/server-context.ts';
import { accountDataRoutes, accountRoutes, addressRoutes, sessionRoutes } from './account-routes.ts';
import { catalogueRoutes, contentRoutes } from './catalogue-routes.ts';
import { learningRoutes } from './learning-routes.ts';
import { marketingRoutes } from './marketing-routes.ts';
import { cartRoutes, couponRoutes, orderRoutes, paymentRoutes, redemptionRoutes } from './order-routes.ts';

import { consumerRightsRoutes, subscriptionRoutes } from './subscription-routes.ts';

/** Texts of `locales/` for API responses. */
export interface ApiTexts {
  readonly failures: FailureTexts;
  readonly deliveryNotes: DeliveryNotes;
  /** Texts of mails and PDFs. */
  readonly mails: MailTexts;
}

/** What a server does about many requests; the calls of a test have neither. */
export type LoadParts = Partial<Pick<ApiDependencies, 'limiter' | 'keptAnswers'>>;

/** Routes of all API endpoints below `/api`. Throws at the start when an endpoint has no route. */
export function createShopApi(
  context: ServerContext,
  texts: ApiTexts,
  { limiter = unlimitedWork, keptAnswers = null }: LoadParts = {},
): Hono<ServerEnvironment> {
  const routes = [
    ...catalogueRoutes(context, texts.deliveryNotes),
    ...contentRoutes(context),
    ...learningRoutes(context, texts.mails),
    ...cartRoutes(context),
    ...couponRoutes(context),
    ...sessionRoutes(context),
    ...accountRoutes(context),
    ...accountDataRoutes(context),
    ...marketingRoutes(context, texts.mails),
    ...addressRoutes(context),
    ...orderRoutes(context),
    ...subscriptionRoutes(context),
    ...paymentRoutes(context, texts.mails),
    ...redemptionRoutes(context),
    ...consumerRightsRoutes(context),
  ];
  return createApi(Object.values(endpoints), routes, {
    context,
    texts: texts.failures,
    limiter,
    keptAnswers,
  });
}
