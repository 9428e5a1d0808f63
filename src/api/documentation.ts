import type * as z from 'zod/mini';
import type { FailureCode } from '#core/model/failure.ts';
import { accountDocs } from './accounts/account-endpoints.ts';
import { addressDocs } from './accounts/address-endpoints.ts';
import { passkeyDocs } from './accounts/passkey-endpoints.ts';
import { sessionDocs } from './accounts/session-endpoints.ts';
import { cartDocs } from './carts/cart-endpoints.ts';
import { wishListDocs } from './carts/wish-list-endpoints.ts';
import { catalogueDocs } from './catalogue/catalogue-endpoints.ts';
import { consumerRightsDocs } from './consumer-rights/consumer-rights-endpoints.ts';
import { declarationDocs } from './consumer-rights/operator-declaration-endpoints.ts';
import { catalogueRecordDocs } from './content/catalogue-record-endpoints.ts';
import { contentDocs } from './content/content-endpoints.ts';
import { operatorPictureDocs } from './content/operator-picture-endpoints.ts';
import { couponDocs } from './coupons/coupon-endpoints.ts';
import { operatorCouponDocs } from './coupons/operator-coupon-endpoints.ts';
import type { AreaDocs, Endpoint, OperationDocs } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { giftDocs } from './gifts/gift-endpoints.ts';
import { operatorCampaignDocs } from './gifts/operator-campaign-endpoints.ts';
import { learningDocs } from './learning/learning-endpoints.ts';
import { operatorFilmDocs } from './learning/operator-film-endpoints.ts';
import { mailDocs } from './mail/mail-endpoints.ts';
import { mailTextDocs } from './mail/mail-text-endpoints.ts';
import { marketingDocs } from './marketing/marketing-endpoints.ts';
import { operatorNewsletterDocs } from './marketing/operator-newsletter-endpoints.ts';
import { apiKeyDocs } from './operations/api-key-endpoints.ts';
import { auditDocs } from './operations/audit-endpoints.ts';
import { correspondenceDocs } from './operations/correspondence-endpoints.ts';
import { decisionPreviewDocs } from './operations/decision-preview-endpoints.ts';
import { importDocs } from './operations/import-endpoints.ts';
import { operatorInvoiceDocs } from './operations/operator-invoice-endpoints.ts';
import { operatorSessionDocs } from './operations/operator-session-endpoints.ts';
import { operatorTeamDocs } from './operations/operator-team-endpoints.ts';
import { operatorWebhookDocs } from './operations/operator-webhook-endpoints.ts';
import { orderActionDocs } from './operations/order-action-endpoints.ts';
import { orderBulkDocs } from './operations/order-bulk-endpoints.ts';
import { provisionDocs } from './operations/provision-endpoints.ts';
import { savedViewDocs } from './operations/saved-view-endpoints.ts';
import { startPageDocs } from './operations/start-page-endpoints.ts';
import { systemDocs } from './operations/system-endpoints.ts';
import { operatorEndpoints } from './operator-endpoints.ts';
import { operatorOrderDocs } from './orders/operator-order-endpoints.ts';
import { orderDocs } from './orders/order-endpoints.ts';
import { paymentDocs } from './payments/payment-endpoints.ts';
import { customerDocs } from './personal-data/operator-customer-endpoints.ts';
import { personalDataDocs } from './personal-data/personal-data-endpoints.ts';
import { operatorSubscriptionDocs } from './subscriptions/operator-subscription-endpoints.ts';
import { subscriptionDocs } from './subscriptions/subscription-endpoints.ts';
import { trackingDocs } from './tracking/tracking-endpoints.ts';

/** An endpoint with its documentation. */
export interface Operation {
  readonly endpoint: Endpoint;
  readonly docs: OperationDocs;
}

export interface DocumentedArea extends Omit<AreaDocs, 'operations'> {
  readonly operations: readonly Operation[];
}

const shopAreas = [
  catalogueDocs,
  contentDocs,
  cartDocs,
  wishListDocs,
  couponDocs,
  giftDocs,
  orderDocs,
  paymentDocs,
  mailDocs,
  sessionDocs,
  passkeyDocs,
  accountDocs,
  addressDocs,
  personalDataDocs,
  learningDocs,
  subscriptionDocs,
  consumerRightsDocs,
  marketingDocs,
  trackingDocs,
];

const operatorAreas = [
  operatorFilmDocs,
  operatorSessionDocs,
  startPageDocs,
  operatorOrderDocs,
  orderActionDocs,
  orderBulkDocs,
  operatorInvoiceDocs,
  catalogueRecordDocs,
  operatorPictureDocs,
  importDocs,
  mailTextDocs,
  provisionDocs,
  savedViewDocs,
  operatorNewsletterDocs,
  declarationDocs,
  decisionPreviewDocs,
  customerDocs,
  correspondenceDocs,
  operatorSubscriptionDocs,
  operatorCouponDocs,
  operatorCampaignDocs,
  operatorTeamDocs,
  apiKeyDocs,
  auditDocs,
  systemDocs,
  operatorWebhookDocs,
];

type KeysOf<T> = T extends unknown ? keyof T : never;

/** Documentation by endpoint key. `describeAreas` makes a missing one a type error. */
const docsOf: Readonly<
  Record<KeysOf<(typeof shopAreas | typeof operatorAreas)[number]['operations']>, OperationDocs>
> = Object.assign({}, ...[...shopAreas, ...operatorAreas].map(({ operations }) => operations));

function describeAreas<Key extends keyof typeof docsOf>(
  areas: readonly AreaDocs[],
  all: Readonly<Record<Key, Endpoint>>,
): readonly DocumentedArea[] {
  return areas.map(({ title, description, operations }) => ({
    title,
    description,
    operations: (Object.keys(operations) as Key[]).map((key) => ({ endpoint: all[key], docs: docsOf[key] })),
  }));
}

/** The documentation of the shop's API: every endpoint, grouped by area. */
export const documentation = describeAreas(shopAreas, endpoints);

/** The documentation of the back office's API, shown on a separate page. */
export const operatorDocumentation = describeAreas(operatorAreas, operatorEndpoints);

/**
 * Returns all failure codes of an endpoint: those implied by its properties, in the order of the checks, then its own,
 * then those of every endpoint.
 */
export function failuresOf(endpoint: Endpoint, { failures = [] }: OperationDocs): readonly FailureCode[] {
  const hasBody = endpoint.readsBody;
  const hasInput = hasBody || hasFields(endpoint.query);
  return [
    ...new Set<FailureCode>([
      ...when(endpoint.access !== 'anyone', 'UNAUTHENTICATED'),
      ...when(endpoint.permission !== null, 'FORBIDDEN'),
      ...when(endpoint.needsFreshProof, 'PROOF_REQUIRED'),
      ...when(hasFields(endpoint.params), 'NOT_FOUND'),
      ...when(hasBody, 'UNSUPPORTED_MEDIA_TYPE', 'BODY_TOO_LARGE', 'MALFORMED_BODY'),
      ...when(hasInput, 'INVALID_INPUT'),
      'TOO_MANY_ATTEMPTS',
      ...failures,
      'UNAVAILABLE',
      'INTERNAL',
    ]),
  ];
}

function when(isSo: boolean, ...codes: readonly FailureCode[]): readonly FailureCode[] {
  return isSo ? codes : [];
}

function hasFields(schema: z.ZodMiniType): boolean {
  const { def } = schema._zod;
  return !('shape' in def) || Object.keys(def.shape as object).length > 0;
}
