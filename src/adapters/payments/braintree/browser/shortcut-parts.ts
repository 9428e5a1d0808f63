import type { Client } from 'braintree-web/client';
import type { CardFieldsOptions, PaymentShortcut } from '#ports/card-tokenizer.ts';
import type { AttemptLimits } from './attempt.ts';
import type { CardVerification } from './card-verification.ts';
import type { DeviceData } from './device-data.ts';

/** What every way to pay without typing works with. */
export interface ShortcutParts {
  readonly window: Window;
  readonly client: Client;
  /** Who the shop is to Google Pay; null where it is not registered. */
  readonly googleMerchantId: string | null;
  readonly locale: CardFieldsOptions['locale'];
  readonly verification: CardVerification;
  readonly readDeviceData: () => ReturnType<DeviceData['read']>;
  /** For one call of the provider's code. */
  readonly limits: AttemptLimits;
}

/** What the file of each way offers: all that can be used here and now, which may be nothing. */
export type OpenShortcuts = (parts: ShortcutParts) => Promise<readonly PaymentShortcut[]>;
