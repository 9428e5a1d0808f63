/** The ports that an adapter from outside implements. Types only. */
export type { Analytics, AnalyticsConsent, ConsentCategory } from '#ports/analytics.ts';
export type {
  CardFieldState,
  CardFields,
  CardFieldsOptions,
  CardFieldsState,
  CardTokenizer,
  ContactRequest,
  ExpressPaymentMethod,
  OpenWallets,
  OpenWalletsOptions,
  SavedCard,
  TokenizeFailure,
  Wallet,
  WalletApproval,
  WalletButton,
  WalletContact,
  WalletFailure,
} from '#ports/card-tokenizer.ts';
export type { Mailer, MailMessage } from '#ports/mailer.ts';
export type {
  CaptureOutcome,
  CardGateway,
  ChargeOutcome,
  ChargeRequest,
  DeclineReason,
  FoundCharge,
  PaymentGateway,
  RefundOutcome,
  ReleaseOutcome,
  StoredCardCharge,
  VaultOutcome,
  VaultRequest,
} from '#ports/payment-gateway.ts';
export type {
  PaymentNotice,
  PaymentNoticeKind,
  PaymentNotices,
  Webhook,
  WebhookFailure,
} from '#ports/payment-notices.ts';
