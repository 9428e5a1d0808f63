import type { Salutation } from '#core/model/address.ts';
import type { Learner } from '#core/model/user.ts';
import { deviceCookie, refreshCookie } from '#core/rules/accounts/access.ts';
import { ok } from '#core/rules/basics/result.ts';
import type { CartChanges } from '#core/storefront/carts/cart-actions.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import { readOrderToken } from '#core/storefront/orders/placed-orders.ts';
import { createTrackRegistration } from '#core/storefront/tracking/read-attribution.ts';
import type { EndSession } from './session-end.ts';
import type { StartSession } from './session-start.ts';

interface CodeRequest {
  readonly email: string;
  readonly isCheckout: boolean;
}

/** Creates the actions that give an account its first password: registration, and accounts created by purchases. */
function createAccountOpening(context: StorefrontContext, startSession: StartSession) {
  const { shopApi, cookies } = context;
  const { locale } = context.stores;
  const trackRegistration = createTrackRegistration(context);

  return {
    /** Registers and logs in; the learner's language is that of the page. */
    async register(person: {
      readonly email: string;
      readonly password: string;
      readonly password_confirmation: string;
      readonly firstname: string;
      readonly lastname: string;
      readonly newsletter: boolean;
    }): ApiResult<Learner> {
      const track = trackRegistration();
      const body = { ...person, preferred_language: locale.snapshot.locale };
      const started = await startSession('sign_up', () => shopApi.registerUser({ body }));
      if (started.ok) await track(started.value.sub);
      return started;
    },
    /** Completes an account that was created by a purchase, with the mailed token or while logged in. Then logs in. */
    completeAccount: (person: {
      readonly token?: string;
      readonly salutation: Salutation;
      readonly firstname: string;
      readonly lastname: string;
      readonly password: string;
      readonly password_confirmation: string;
      readonly newsletter: boolean;
    }): ApiResult<Learner> => startSession('login', () => shopApi.completeAccount({ body: person })),
    /** Sets the first password of an account that was created by a guest's order, and logs in. */
    openOrderAccount: (
      id: string,
      passwords: { readonly password: string; readonly password_confirmation: string },
    ): ApiResult<Learner> =>
      startSession('login', () =>
        shopApi.openOrderAccount({
          params: { id },
          body: passwords,
          orderToken: readOrderToken(cookies, id),
        }),
      ),
  };
}

/**
 * Creates the actions for login, registration and logout. A login also merges the guest's cart; a failed
 * merge does not make the login fail.
 */
export function createSessionActions(
  context: StorefrontContext,
  cartChanges: CartChanges,
  startSession: StartSession,
  endSession: EndSession,
) {
  const { shopApi, sessionApi, cookies, navigation, tabBroadcast } = context;
  const { locale } = context.stores;
  /**
   * The last code request of this tab. Sent with the login: wrong codes entered by others then do not count against it.
   */
  let codeRequest: { readonly email: string; readonly id: string } | null = null;

  /** Returns the device token, which gives this device its own rate limits. */
  function knownDevice(): { readonly device_token?: string } {
    const device_token = cookies.read(deviceCookie);
    return device_token === null ? {} : { device_token };
  }

  return {
    logIn: (credentials: { readonly identifier: string; readonly password: string }): ApiResult<Learner> =>
      startSession('login', () => sessionApi.logIn({ body: { ...credentials, ...knownDevice() } })),
    /** Logs in with the mailed code of six digits. `request_id` is only needed if the code was not requested here. */
    logInWithCode: (credentials: {
      readonly email: string;
      readonly code: string;
      readonly request_id?: string;
    }): ApiResult<Learner> =>
      startSession('login', () => {
        const ownRequest = codeRequest?.email === credentials.email ? { request_id: codeRequest.id } : {};
        return sessionApi.logInWithCode({ body: { ...credentials, ...ownRequest } });
      }),
    /** Mails a login code of six digits; in the checkout the e-mail is also stored with the guest's cart. */
    async requestLoginCode({ email, isCheckout }: CodeRequest): ApiResult<{ readonly request_id: string }> {
      const cartId = isCheckout ? await cartChanges.ensureCartId(email) : ok(null);
      if (!cartId.ok) return cartId;
      const cart = cartId.value === null ? {} : { cart_id: cartId.value };
      const body = { email, ...cart, locale: locale.snapshot.locale, ...knownDevice() };
      const response = await sessionApi.requestLoginCode({ body });
      if (!response.ok) return response;
      codeRequest = { email, id: response.value.request_id };
      return response;
    },
    ...createAccountOpening(context, startSession),
    /**
     * Returns whether an account with the e-mail exists, and stores it with a guest's cart. Fails with an empty cart.
     */
    async checkAccount(email: string): ApiResult<{ readonly exists: boolean }> {
      const cartId = await cartChanges.ensureCartId();
      return cartId.ok ? shopApi.checkAccount({ body: { email, save: true, id: cartId.value } }) : cartId;
    },
    /** Mails a link; the response is the same for known and unknown addresses. */
    requestPasswordReset: (email: string): ApiResult<null> =>
      shopApi.requestPasswordReset({ body: { email } }),
    resetPassword: (change: {
      readonly token: string;
      readonly password: string;
      readonly password_confirmation: string;
    }): ApiResult<null> => shopApi.resetPassword({ body: change }),
    /**
     * Ends the session and reloads the page. The cookies are removed before the server is called, so the logout works
     * even without a response.
     */
    async logOut(): Promise<void> {
      const refresh = cookies.read(refreshCookie);
      endSession({ isLogout: true });
      tabBroadcast.send('session_ended');
      if (refresh !== null) await sessionApi.logOut({ body: { refresh } });
      navigation.reload();
    },
  };
}
