import { declarationEndpoints } from '#api/consumer-rights/operator-declaration-endpoints.ts';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { operatorPictureEndpoints } from '#api/content/operator-picture-endpoints.ts';
import { operatorCouponEndpoints } from '#api/coupons/operator-coupon-endpoints.ts';
import { operatorCampaignEndpoints } from '#api/gifts/operator-campaign-endpoints.ts';
import { operatorFilmEndpoints } from '#api/learning/operator-film-endpoints.ts';
import { mailTextEndpoints } from '#api/mail/mail-text-endpoints.ts';
import { operatorNewsletterEndpoints } from '#api/marketing/operator-newsletter-endpoints.ts';
import { apiKeyEndpoints } from '#api/operations/api-key-endpoints.ts';
import { auditEndpoints } from '#api/operations/audit-endpoints.ts';
import { correspondenceEndpoints } from '#api/operations/correspondence-endpoints.ts';
import { decisionPreviewEndpoints } from '#api/operations/decision-preview-endpoints.ts';
import { importEndpoints } from '#api/operations/import-endpoints.ts';
import { operatorInvoiceEndpoints } from '#api/operations/operator-invoice-endpoints.ts';
import { operatorSessionEndpoints } from '#api/operations/operator-session-endpoints.ts';
import { operatorTeamEndpoints } from '#api/operations/operator-team-endpoints.ts';
import { operatorWebhookEndpoints } from '#api/operations/operator-webhook-endpoints.ts';
import { orderActionEndpoints } from '#api/operations/order-action-endpoints.ts';
import { orderBulkEndpoints } from '#api/operations/order-bulk-endpoints.ts';
import { provisionEndpoints } from '#api/operations/provision-endpoints.ts';
import { savedViewEndpoints } from '#api/operations/saved-view-endpoints.ts';
import { startPageEndpoints } from '#api/operations/start-page-endpoints.ts';
import { systemEndpoints } from '#api/operations/system-endpoints.ts';
import { operatorOrderEndpoints } from '#api/orders/operator-order-endpoints.ts';
import { customerEndpoints } from '#api/personal-data/operator-customer-endpoints.ts';
import { operatorSubscriptionEndpoints } from '#api/subscriptions/operator-subscription-endpoints.ts';

/**
 * All calls of the back office, below `/api/operator`. They are not part of `endpoints`, so the storefront's client,
 * pages and documentation do not contain them.
 */
export const operatorEndpoints = {
  ...operatorFilmEndpoints,
  ...operatorSessionEndpoints,
  ...startPageEndpoints,
  ...operatorOrderEndpoints,
  ...orderActionEndpoints,
  ...orderBulkEndpoints,
  ...operatorInvoiceEndpoints,
  ...declarationEndpoints,
  ...decisionPreviewEndpoints,
  ...customerEndpoints,
  ...correspondenceEndpoints,
  ...operatorSubscriptionEndpoints,
  ...operatorCouponEndpoints,
  ...operatorCampaignEndpoints,
  ...operatorTeamEndpoints,
  ...apiKeyEndpoints,
  ...auditEndpoints,
  ...catalogueRecordEndpoints,
  ...operatorPictureEndpoints,
  ...importEndpoints,
  ...mailTextEndpoints,
  ...provisionEndpoints,
  ...savedViewEndpoints,
  ...operatorNewsletterEndpoints,
  ...systemEndpoints,
  ...operatorWebhookEndpoints,
};
