import { newCredential, signedCredential } from '#core/model/passkey.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { PasskeyDevice, PasskeyRefusal } from '#ports/browser/passkey-device.ts';

/** Passkeys by WebAuthn. The library is loaded on first use. */
export function createBrowserPasskeyDevice(): PasskeyDevice {
  const load = () => import('@simplewebauthn/browser');

  async function ask<Value>(
    work: (code: Awaited<ReturnType<typeof load>>) => Promise<Value>,
  ): Promise<Result<Value, PasskeyRefusal>> {
    try {
      return ok(await work(await load()));
    } catch (error) {
      return err(refusalOf(error));
    }
  }

  const can = async (question: 'platformAuthenticatorIsAvailable' | 'browserSupportsWebAuthnAutofill') => {
    const answer = await ask((code) => code[question]());
    return answer.ok && answer.value;
  };

  return {
    canKeep: () => can('platformAuthenticatorIsAvailable'),
    canSuggest: () => can('browserSupportsWebAuthnAutofill'),
    create: (options) =>
      ask(async ({ startRegistration }) =>
        newCredential.parse(
          await startRegistration({
            optionsJSON: {
              ...options,
              pubKeyCredParams: [...options.pubKeyCredParams],
              excludeCredentials: options.excludeCredentials.map(({ id, type, transports }) => ({
                id,
                type,
                transports: [...transports],
              })),
            },
          }),
        ),
      ),
    sign: (optionsJSON, isSuggested) =>
      ask(async ({ startAuthentication }) =>
        signedCredential.parse(await startAuthentication({ optionsJSON, useBrowserAutofill: isSuggested })),
      ),
    stop: () => void ask(async ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony()),
  };
}

/** Maps WebAuthn error names. `InvalidStateError` means that the passkey already exists. */
function refusalOf(error: unknown): PasskeyRefusal {
  const name = error instanceof Error ? error.name : '';
  if (name === 'InvalidStateError') return 'known';
  return name === 'NotAllowedError' || name === 'AbortError' ? 'cancelled' : 'unavailable';
}
