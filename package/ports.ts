/** The ports that an adapter from outside implements. Types only. */

export type { ConsentCategory } from '#core/rules/analytics-pages.ts';
export type { TestCard } from '#core/rules/payment.ts';
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
  Wallet,
  WalletApproval,
  WalletButton,
  WalletContact,
  WalletFailure,
} from '#ports/card-tokenizer.ts';
export type { Log } from '#ports/log.ts';
export type { Mailer, MailMessage } from '#ports/mailer.ts';
export type { MediaRange, MediaStorage, StoredMedia } from '#ports/media-storage.ts';
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
  PaymentNotice,
  PaymentNoticeKind,
  PaymentNotices,
  Webhook,
  WebhookFailure,
} from '#ports/payment-notices.ts';
