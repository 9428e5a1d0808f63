import { z } from 'zod';
import type { DeclineReason, VaultOutcome, VaultRequest } from '#ports/payment-gateway.ts';
import {
  type BraintreeAccount,
  type BraintreeSdk,
  hasCode,
  isNotFound,
  readResponse,
} from './braintree-sdk.ts';
import type { MerchantAccount } from './merchant-account.ts';
import { paymentMethodSchema, storedMethod, vaultToken } from './transactions.ts';

/** Customers and their stored payment methods at Braintree. */
export interface Vault {
  createClientToken(customerId: string | null): Promise<string>;
  /**
   * Whether card nonces must have passed 3-D Secure (docs/behaviour/payments.md#cards-without-3-d-secure).
   */
  requires3DSecure(): Promise<boolean>;
  /** Creates the customer at Braintree if it does not exist. @throws Error if its existence remains uncertain. */
  ensureCustomer(customerId: string): Promise<void>;
  store(request: VaultRequest, signal: AbortSignal): Promise<VaultOutcome>;
}

const clientTokenResponse = z.object({ success: z.literal(true), clientToken: z.string().min(1) });

const nonceResponse = z.object({
  type: z.string(),
  threeDSecureInfo: z
    .object({ liabilityShifted: z.boolean(), liabilityShiftPossible: z.boolean() })
    .nullish()
    .or(z.literal('')),
});

export function createVault(sdk: BraintreeSdk, account: BraintreeAccount, merchant: MerchantAccount): Vault {
  const merchantAccount =
    account.merchantAccountId === null ? {} : { merchantAccountId: account.merchantAccountId };

  async function ensureCustomer(customerId: string): Promise<void> {
    const response = readResponse(await sdk.customer.create({ id: customerId }));
    if (!response.isSuccess && !hasCode(response, 'customerIdTaken'))
      throw new Error('Braintree refuses the customer');
  }

  async function createClientToken(customerId: string | null): Promise<string> {
    const clientToken = await generateToken(customerId);
    merchant.readClientToken(clientToken);
    return clientToken;
  }

  async function requires3DSecure(): Promise<boolean> {
    if (!account.allowsCardsWithout3DSecure) return true;
    if (merchant.has3DSecure() === null) await createClientToken(null);
    return merchant.has3DSecure() !== false;
  }

  async function generateToken(customerId: string | null): Promise<string> {
    const mine = customerId === null ? {} : { customerId };
    const response = await sdk.clientToken.generate({ ...merchantAccount, ...mine });
    const parsed = clientTokenResponse.safeParse(response);
    if (parsed.success) return parsed.data.clientToken;
    // A shopper without a stored card is not a Braintree customer, and need not be one to pay.
    const isUnknown = hasCode(readResponse(response), 'customerDoesNotExist');
    const plain = isUnknown ? await sdk.clientToken.generate({ ...merchantAccount }) : response;
    return clientTokenResponse.parse(plain).clientToken;
  }

  return {
    ensureCustomer,
    createClientToken,
    requires3DSecure,
    async store({ payment_method_nonce, device_data, customer_id }, signal) {
      const refusal = await refusalOfNonce(sdk, payment_method_nonce, requires3DSecure);
      if (refusal !== null) return { outcome: 'declined', reason: refusal };
      await ensureCustomer(customer_id);
      signal.throwIfAborted();
      const response = readResponse(
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
      if (!response.isSuccess) {
        if (!response.isVerificationDeclined && response.codes.length === 0)
          throw new Error('The response does not mention the card');
        const reason = hasCode(response, 'nonceConsumed')
          ? 'NONCE_CONSUMED'
          : hasCode(response, 'nonceUnknown')
            ? 'NONCE_UNKNOWN'
            : 'PROCESSOR_DECLINED';
        return { outcome: 'declined', reason };
      }
      const method = paymentMethodSchema.extend({ token: z.string().min(1) }).parse(response.paymentMethod);
      return { outcome: 'vaulted', vault_token: vaultToken(method.token), method: storedMethod(method) };
    },
  };
}

/**
 * Returns why a nonce must not be stored. Null if it may be stored. A stored card is charged without the shopper, so it
 * must have passed 3-D Secure. Unlike a sale, storing cannot require that, so the nonce is checked first.
 */
async function refusalOfNonce(
  sdk: BraintreeSdk,
  nonce: string,
  requires3DSecure: Vault['requires3DSecure'],
): Promise<DeclineReason | null> {
  try {
    const { type, threeDSecureInfo } = nonceResponse.parse(await sdk.paymentMethodNonce.find(nonce));
    if (type !== 'CreditCard' || !(await requires3DSecure())) return null;
    if (!threeDSecureInfo) return 'VERIFICATION_REQUIRED';
    const isPassed = threeDSecureInfo.liabilityShifted || !threeDSecureInfo.liabilityShiftPossible;
    return isPassed ? null : 'VERIFICATION_REQUIRED';
  } catch (error) {
    if (isNotFound(error)) return 'NONCE_UNKNOWN';
    throw error;
  }
}
