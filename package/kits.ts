/** The conformance kits of the ports. Each `describe…` registers its tests with vitest. */
export type { AnalyticsHarness, ReportedPurchase } from '#test/kits/analytics-harness.ts';
export { kitPageAddress } from '#test/kits/analytics-harness.ts';
export { describeAnalyticsPort, describeConsentlessAnalytics } from '#test/kits/analytics-kit.ts';
export type { OpenedAnalyticsPage } from '#test/kits/analytics-page-kit.ts';
export { openAnalyticsPage } from '#test/kits/analytics-page-kit.ts';
export type { AskAgainNoticesHarness } from '#test/kits/ask-again-notices-kit.ts';
export { describeAskAgainNotices } from '#test/kits/ask-again-notices-kit.ts';
export type { CardFormHarness, TypedCard, WalletAnswer } from '#test/kits/card-form-harness.ts';
export { actionTests } from '#test/kits/card-gateway-actions.ts';
export type { CardGatewayHarness, CardNonceKind, ToldCharge } from '#test/kits/card-gateway-harness.ts';
export { captureTests, describeCardGateway } from '#test/kits/card-gateway-kit.ts';
export {
  describeCardTokenizer,
  pageActionTests,
  typingTests,
  walletTests,
} from '#test/kits/card-tokenizer-kit.ts';
export { fetchTests } from '#test/kits/exhaustive-payment-cases.ts';
export type { ArrivedMail, MailerHarness, MailRefusal } from '#test/kits/mailer-harness.ts';
export { describeMailer, mailServiceTests, retryAfterTests } from '#test/kits/mailer-kit.ts';
export type { MediaStorageHarness } from '#test/kits/media-storage-harness.ts';
export { describeMediaStorage } from '#test/kits/media-storage-kit.ts';
export type { OpenedPage, PageGatewayHarness, PageSurprise } from '#test/kits/page-gateway-harness.ts';
export { describePageGateway, pendingTests } from '#test/kits/page-gateway-kit.ts';
export type { NonceKind, PaymentGatewayHarness } from '#test/kits/payment-gateway-harness.ts';
export { requestFor, tokenRequestFor } from '#test/kits/payment-gateway-harness.ts';
export { describePaymentGateway } from '#test/kits/payment-gateway-kit.ts';
export type { OtherBody, PaymentNoticesHarness, ProviderEvent } from '#test/kits/payment-notices-harness.ts';
export { describePaymentNotices } from '#test/kits/payment-notices-kit.ts';
export type { KitSkip } from '#test/kits/run-kit.ts';
