import { readFileSync } from 'node:fs';
import type { PaymentConfig } from './payment-config.ts';

/** What Apple asks of the shop's address, read once. @throws Error when the named file cannot be read. */
export function readApplePayFile(payment: PaymentConfig): Buffer<ArrayBuffer> | null {
  if (payment.provider !== 'braintree' || payment.applePayFile === null) return null;
  try {
    return readFileSync(payment.applePayFile);
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    throw new Error(
      `BRAINTREE_APPLE_PAY_FILE names a file that cannot be read (${code}): ` +
        'set the path of the file that the Braintree control panel offers for Apple Pay.',
    );
  }
}
