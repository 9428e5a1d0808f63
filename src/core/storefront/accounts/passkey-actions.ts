import type { Passkey } from '#core/model/passkey.ts';
import type { Learner } from '#core/model/user.ts';
import { err, failureOf, type Result } from '#core/rules/basics/result.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { PasskeyRefusal } from '#ports/browser/passkey-device.ts';
import type { ApiValue } from '#ports/shop-api.ts';
import type { StartSession } from './session-start.ts';

/** Codes of failures on the device, in addition to those of the API. */
const refusalCodes = {
  cancelled: 'PASSKEY_CANCELLED',
  known: 'PASSKEY_KNOWN',
  unavailable: 'PASSKEY_UNAVAILABLE',
} as const satisfies Record<PasskeyRefusal, string>;

const refusal = (reason: PasskeyRefusal) => err(failureOf(refusalCodes[reason]));

/** Key in local storage that records that a passkey was offered in this browser. */
const offerKey = 'passkey_offer';

/** Creates the actions for passkeys (docs/behaviour/accounts.md#passkeys). */
export function createPasskeyActions(
  { shopApi, sessionApi, passkeyDevice, localStorage, stores }: StorefrontContext,
  startSession: StartSession,
) {
  /** Number of calls of the device; each call ends the one before. */
  let deviceCalls = 0;

  /** Asks for a passkey. A suggestion is not begun if the device was called after the call number `last`. */
  async function sign(isSuggested: boolean, last = deviceCalls): ApiResult<ApiValue<'logInWithPasskey'>> {
    const opened = await sessionApi.openPasskeyLogIn();
    if (!opened.ok) return opened;
    // It would close the dialog that the user has opened meanwhile, or begin on another page.
    if (isSuggested && deviceCalls !== last) return refusal('cancelled');
    deviceCalls += 1;
    const signed = await passkeyDevice.sign(opened.value.options, isSuggested);
    if (!signed.ok) return refusal(signed.error);
    return sessionApi.logInWithPasskey({ body: { credential: signed.value } });
  }

  return {
    /** Asks for a passkey and logs in with it. */
    logInWithPasskey: (): ApiResult<Learner> => startSession('login', () => sign(false)),
    /**
     * Lets the browser suggest passkeys in the field for the e-mail address, and logs in when one is chosen. Null if
     * the browser does not support suggestions, or if `stopPasskeys` or another request came before a choice.
     */
    async suggestPasskeys(): Promise<Result<Learner, ReturnType<typeof failureOf>> | null> {
      const last = deviceCalls;
      if (!(await passkeyDevice.canSuggest())) return null;
      const started = await startSession('login', () => sign(true, last));
      const isOver = !started.ok && started.error.code !== 'PASSKEY_REFUSED';
      return isOver ? null : started;
    },
    async stopPasskeys(): Promise<void> {
      deviceCalls += 1;
      passkeyDevice.stop();
    },
    /**
     * Returns whether to offer a passkey now: the account's address is confirmed, the device can store one, and none
     * was offered in this browser before. Records the offer.
     */
    async offersPasskey(): Promise<boolean> {
      const { snapshot } = stores.session;
      if (snapshot.status !== 'logged_in' || !snapshot.learner.is_email_confirmed) return false;
      if (localStorage.read(offerKey) !== null || !(await passkeyDevice.canKeep())) return false;
      localStorage.write(offerKey, 'asked');
      return true;
    },
    /**
     * Creates a passkey on the device and adds it to the account. Fails with `LOGIN_TOO_OLD` if the login is too long
     * ago and no password is given.
     */
    async addPasskey(password: string | null): ApiResult<Passkey> {
      const opened = await shopApi.openNewPasskey({ body: password === null ? {} : { password } });
      if (!opened.ok) return opened;
      deviceCalls += 1;
      const made = await passkeyDevice.create(opened.value.options);
      if (!made.ok) return refusal(made.error);
      return shopApi.addPasskey({ body: { credential: made.value } });
    },
    renamePasskey: (id: string, name: string): ApiResult<Passkey> =>
      shopApi.renamePasskey({ params: { id }, body: { name } }),
    removePasskey: (id: string): ApiResult<null> => shopApi.removePasskey({ params: { id } }),
  };
}
