import { z } from 'zod';
import type { DeclineReason, VaultOutcome, VaultRequest } from '#ports/payment-gateway.ts';
import type { BraintreeAccount, BraintreeSdk } from './braintree-sdk.ts';
import { hasCode, isNotFound, readResponse } from './braintree-sdk.ts';
import { paymentMethodSchema, storedMethod, vaultToken } from './transactions.ts';

/** Customers and their stored payment methods at Braintree. */
export interface Vault {
  createClientToken(customerId: string | null): Promise<string | null>;
  /** Makes sure that Braintree knows the customer. @throws Error when it cannot be told. */
  ensureCustomer(customerId: string): Promise<void>;
  keep(request: VaultRequest, signal: AbortSignal): Promise<VaultOutcome>;
}

const clientTokenResponse = z.object({ success: z.literal(true), clientToken: z.string().min(1) });

const nonceResponse = z.object({
  type: z.string(),
  threeDSecureInfo: z
    .object({ liabilityShifted: z.boolean(), liabilityShiftPossible: z.boolean() })
    .nullish()
    .or(z.literal('')),
});

export function createVault(sdk: BraintreeSdk, account: BraintreeAccount): Vault {
  const merchantAccount =
    account.merchantAccountId === null ? {} : { merchantAccountId: account.merchantAccountId };

  async function ensureCustomer(customerId: string): Promise<void> {
    const answer = readResponse(await sdk.customer.create({ id: customerId }));
    if (!answer.isSuccess && !hasCode(answer, 'customerIdTaken'))
      throw new Error('Braintree refuses the customer');
  }

  return {
    ensureCustomer,
    async createClientToken(customerId) {
      const mine = customerId === null ? {} : { customerId };
      const answer = await sdk.clientToken.generate({ ...merchantAccount, ...mine });
      const parsed = clientTokenResponse.safeParse(answer);
      if (parsed.success) return parsed.data.clientToken;
      // Who has never kept a card is no customer of Braintree's, and needs none to pay.
      const isStranger = hasCode(readResponse(answer), 'customerDoesNotExist');
      const plain = isStranger ? await sdk.clientToken.generate({ ...merchantAccount }) : answer;
      return clientTokenResponse.parse(plain).clientToken;
    },
    async keep({ payment_method_nonce, device_data, customer_id }, signal) {
      const refusal = await refusalOfNonce(sdk, payment_method_nonce);
      if (refusal !== null) return { outcome: 'declined', reason: refusal };
      await ensureCustomer(customer_id);
      signal.throwIfAborted();
      const answer = readResponse(
        await sdk.paymentMethod.create({
          customerId: customer_id,
          paymentMethodNonce: payment_method_nonce,
          ...(device_data === null ? {} : { deviceData: device_data }),
          options: {
            verifyCard: true,
            ...(account.merchantAccountId === null
              ? {}
              : { verificationMerchantAccountId: account.merchantAccountId }),
          },
        }),
      );
      if (!answer.isSuccess) {
        if (!answer.isVerificationDeclined && answer.codes.length === 0)
          throw new Error('An answer that says nothing of the card');
        const reason = hasCode(answer, 'nonceConsumed')
          ? 'NONCE_CONSUMED'
          : hasCode(answer, 'nonceUnknown')
            ? 'NONCE_UNKNOWN'
            : 'PROCESSOR_DECLINED';
        return { outcome: 'declined', reason };
      }
      const method = paymentMethodSchema.extend({ token: z.string().min(1) }).parse(answer.paymentMethod);
      return { outcome: 'vaulted', vault_token: vaultToken(method.token), method: storedMethod(method) };
    },
  };
}

/**
 * A card is kept to be charged without its owner later, so they have to prove themselves now (3-D Secure). Storing knows
 * no such option, unlike a sale, so the nonce is looked at first.
 */
async function refusalOfNonce(sdk: BraintreeSdk, nonce: string): Promise<DeclineReason | null> {
  try {
    const { type, threeDSecureInfo } = nonceResponse.parse(await sdk.paymentMethodNonce.find(nonce));
    if (type !== 'CreditCard') return null;
    if (!threeDSecureInfo) return 'VERIFICATION_REQUIRED';
    const isPassed = threeDSecureInfo.liabilityShifted || !threeDSecureInfo.liabilityShiftPossible;
    return isPassed ? null : 'VERIFICATION_REQUIRED';
  } catch (error) {
    if (isNotFound(error)) return 'NONCE_UNKNOWN';
    throw error;
  }
}
