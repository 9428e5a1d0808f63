import type { Client } from 'braintree-web/client';
import vaultManager from 'braintree-web/vault-manager/index.js';
import { brandOf } from '#adapters/payments/braintree/card-brands.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { SavedCard, TokenizeFailure } from '#ports/card-tokenizer.ts';
import type { ExpressPaymentParts } from './express-payment-parts.ts';
import { callSdk } from './sdk-calls.ts';

/** A payment method in the provider's vault, with details missing in its type definitions. */
interface VaultedMethod {
  readonly nonce: string;
  readonly type: string;
  readonly details: {
    readonly bin?: string;
    readonly cardType?: string;
    readonly lastFour?: string;
  };
}

/** Loads the cards that the shopper stored with earlier purchases. */
export async function openSavedCards(parts: ExpressPaymentParts): Promise<readonly SavedCard[]> {
  const methods = await fetchMethods(parts.client);
  return methods.filter(({ type, details }) => type === 'CreditCard' && details.bin).map(toSavedCard(parts));
}

async function fetchMethods(client: Client): Promise<readonly VaultedMethod[]> {
  const vault = await vaultManager.create({ client });
  const methods: unknown = await vault.fetchPaymentMethods({ defaultFirst: true });
  return methods as readonly VaultedMethod[];
}

function toSavedCard(parts: ExpressPaymentParts) {
  const { verification, readDeviceData } = parts;
  return (vaulted: VaultedMethod): SavedCard => {
    const { details } = vaulted;
    const method = {
      kind: 'card',
      brand: brandOf(details.cardType ?? ''),
      last_four: details.lastFour ?? null,
    } as const;
    // 3-D Secure consumes the nonce in any case.
    let unused: string | null = vaulted.nonce;
    return {
      kind: 'saved_card',
      id: vaulted.nonce,
      method,
      async use(subject) {
        const nonce = unused === null ? await fetchNonceAgain(parts, vaulted) : ok(unused);
        if (!nonce.ok) return nonce;
        unused = null;
        const verified = await verification.verify({ nonce: nonce.value, bin: details.bin ?? '', subject });
        if (!verified.ok) return verified;
        return ok({ ...verified.value, method, device_data: await readDeviceData() });
      },
    };
  };
}

/** Fetches a new nonce of the same card. Cards have no id, so the card is found by its displayed data. */
async function fetchNonceAgain(
  { client, limits }: ExpressPaymentParts,
  { details }: VaultedMethod,
): Promise<Result<string, TokenizeFailure>> {
  const methods = await callSdk(limits, () => fetchMethods(client));
  if (!methods.ok) return methods;
  const same = methods.value.find(
    (method) =>
      method.details.bin === details.bin &&
      method.details.lastFour === details.lastFour &&
      method.details.cardType === details.cardType,
  );
  return same === undefined ? err({ code: 'PROVIDER_ERROR' }) : ok(same.nonce);
}
