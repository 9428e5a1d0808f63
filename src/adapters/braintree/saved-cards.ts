import type { Client } from 'braintree-web/client';
import vaultManager from 'braintree-web/vault-manager/index.js';
import type { SavedCard } from '#ports/card-tokenizer.ts';
import { brandOf } from './card-brand.ts';
import type { ShortcutParts } from './shortcut-parts.ts';

/** What the provider's vault tells of a payment method; the typings leave the details open. */
interface VaultedMethod {
  readonly nonce: string;
  readonly type: string;
  readonly details: {
    readonly bin?: string;
    readonly cardType?: string;
    readonly lastFour?: string;
  };
}

/** Cards that the shopper has had kept at an earlier purchase. Each nonce is for one use, as a typed card's is. */
export async function openSavedCards(parts: ShortcutParts): Promise<readonly SavedCard[]> {
  const methods = await fetchMethods(parts.client);
  return methods.filter(({ type, details }) => type === 'CreditCard' && details.bin).map(toSavedCard(parts));
}

async function fetchMethods(client: Client): Promise<readonly VaultedMethod[]> {
  const vault = await vaultManager.create({ client });
  const methods: unknown = await vault.fetchPaymentMethods({ defaultFirst: true });
  return methods as readonly VaultedMethod[];
}

function toSavedCard({ verification, readDeviceData }: ShortcutParts) {
  return ({ nonce, details }: VaultedMethod): SavedCard => {
    const method = {
      kind: 'card',
      brand: brandOf(details.cardType ?? ''),
      last_four: details.lastFour ?? null,
    } as const;
    return {
      kind: 'saved_card',
      id: nonce,
      method,
      async use(subject) {
        const verified = await verification.verify({ nonce, bin: details.bin ?? '', subject });
        if (!verified.ok) return verified;
        return { ok: true, value: { ...verified.value, method, device_data: await readDeviceData() } };
      },
    };
  };
}
