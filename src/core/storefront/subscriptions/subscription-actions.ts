import type { Cancellation, DeclarationReceipt, Withdrawal } from '#core/model/declaration.ts';
import type { CardProviders, PaymentProvider } from '#core/model/payment.ts';
import type { Subscription } from '#core/model/subscription.ts';
import { mapResult } from '#core/rules/basics/result.ts';
import type { Profile } from '#core/storefront/accounts/profile.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';

/** The data to mount the card fields. */
export interface CardFieldsStart {
  /** Token of the first card provider; null if the provider cannot be reached. */
  readonly client_token: string | null;
  readonly provider: PaymentProvider;
  /** The card providers in the shop's order; a token is null if its provider cannot be reached. */
  readonly providers: CardProviders;
}

/** A new card for a subscription. */
export interface OtherCard {
  readonly nonce: string;
  readonly device_data?: string | null;
  /** The provider of the nonce; if absent, the first card provider. */
  readonly provider?: PaymentProvider;
}

/** Creates the actions for subscriptions, withdrawals, cancellations and mailed links. */
export function createSubscriptionActions({ shopApi }: StorefrontContext, { reloadProfile }: Profile) {
  /** Awaits a call and then reloads the profile, which it has changed. */
  async function thenReload<Value>(call: ApiResult<Value>): ApiResult<Value> {
    const response = await call;
    if (response.ok) await reloadProfile();
    return response;
  }

  return {
    requestEmailConfirmation: (): ApiResult<null> => shopApi.requestEmailConfirmation(),
    /** Mails a code that allows the learner to change the e-mail address. */
    requestEmailCode: (): ApiResult<null> => shopApi.requestEmailCode(),
    undoEmailChange: (token: string): ApiResult<null> =>
      thenReload(shopApi.undoEmailChange({ body: { token } })),
    confirmEmail: (token: string): ApiResult<null> => thenReload(shopApi.confirmEmail({ body: { token } })),
    confirmNewsletter: (token: string): ApiResult<null> =>
      thenReload(shopApi.confirmNewsletter({ body: { token } })),
    leaveNewsletter: (token: string): ApiResult<null> =>
      thenReload(shopApi.leaveNewsletter({ query: { token } })),

    /** Cancels one of the learner's own subscriptions. Its field `on_cancel` shows the effect in advance. */
    cancelSubscription: (id: string): ApiResult<Subscription> =>
      thenReload(shopApi.cancelSubscription({ params: { id } })),
    /** Revokes the cancellation of a subscription. */
    resumeSubscription: (id: string): ApiResult<Subscription> =>
      thenReload(shopApi.resumeSubscription({ params: { id } })),
    /** Returns the data to mount card fields for replacing the card of a subscription. */
    startCardChange: (id: string): ApiResult<CardFieldsStart> =>
      shopApi.createSubscriptionClientToken({ params: { id } }),
    /** Replaces the card of a subscription. A declined charge is tried again immediately. */
    changePaymentMethod: (
      id: string,
      { nonce, device_data = null, provider }: OtherCard,
    ): ApiResult<Subscription> =>
      thenReload(
        shopApi.changePaymentMethod({
          params: { id },
          body: { payment_method_nonce: nonce, device_data, ...(provider === undefined ? {} : { provider }) },
        }),
      ),

    /** Declares a withdrawal; needs no login. A receipt is returned and mailed. */
    declareWithdrawal: async (withdrawal: Withdrawal): ApiResult<DeclarationReceipt> =>
      mapResult(await shopApi.declareWithdrawal({ body: withdrawal }), toReceipt),
    /** Declares a cancellation; needs no login. A receipt is returned and mailed. */
    declareCancellation: async (cancellation: Cancellation): ApiResult<DeclarationReceipt> =>
      mapResult(await shopApi.declareCancellation({ body: cancellation }), toReceipt),
  };
}

function toReceipt({ id, ...receipt }: Omit<DeclarationReceipt, 'reference'> & { readonly id: string }) {
  return { reference: id, received_at: receipt.received_at, mailed: receipt.mailed };
}
