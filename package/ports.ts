/** Ports that external adapters implement. Types only. */

export type { PageTexts, TestCard } from '#core/rules/payments/payment-rules.ts';
export type { ConsentCategory } from '#core/rules/tracking/analytics-pages.ts';
export type { Analytics, AnalyticsConsent } from '#ports/analytics.ts';
export type {
  CardFieldState,
  CardFields,
  CardFieldsOptions,
  CardFieldsState,
  CardTokenizer,
  ContactRequest,
  ContinueActionOptions,
  ExpressPaymentMethod,
  OpenWallets,
  OpenWalletsOptions,
  SavedCard,
  TokenizeFailure,
  VerificationOptions,
  Wallet,
  WalletApproval,
  WalletButton,
  WalletContact,
  WalletFailure,
} from '#ports/card-tokenizer.ts';
export type { ServerClock } from '#ports/clock.ts';
export type { ServerIds } from '#ports/ids.ts';
export type { Log } from '#ports/log.ts';
export type { Mailer, MailFailure, MailMessage } from '#ports/mailer.ts';
export type { MediaRange, MediaStorage, NewMedia, StoredMedia } from '#ports/media-storage.ts';
export type {
  AnalyticsModule,
  AnalyticsPage,
  BrowserSettings,
  MailModule,
  MailParts,
  MediaModule,
  MediaParts,
  ModuleHosts,
  ModuleParts,
  OpenAnalytics,
  OpenCardTokenizer,
  OpenPayment,
  PaymentModule,
  PaymentModuleOffer,
  PaymentParts,
  SettingFault,
  SettingSchema,
  SettingSchemas,
  SettingSurroundings,
  SettingsOf,
  ShopModule,
} from '#ports/modules.ts';
export type {
  CaptureOutcome,
  CapturingGateway,
  CardGateway,
  ChargeOutcome,
  ChargeRequest,
  ClientTokenRequest,
  DeclineReason,
  FoundCharge,
  PageGateway,
  PaymentGateway,
  PaymentMetadata,
  RefundOutcome,
  ReleaseOutcome,
  StoredCardCharge,
  StoredChargeOutcome,
  VaultOutcome,
  VaultRequest,
} from '#ports/payment-gateway.ts';
export type {
  AskAgain,
  PaymentNotice,
  PaymentNoticeKind,
  PaymentNotices,
  Webhook,
  WebhookFailure,
  WebhookNotice,
} from '#ports/payment-notices.ts';
