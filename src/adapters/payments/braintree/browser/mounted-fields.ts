import type { Client } from 'braintree-web/client';
import type { DataCollector } from 'braintree-web/data-collector';
import dataCollector from 'braintree-web/data-collector/index.js';
import type {
  HostedFields,
  HostedFieldsHostedFieldsCard,
  HostedFieldsState,
  HostedFieldsTokenizePayload,
} from 'braintree-web/hosted-fields';
import { BehaviorSubject, defer, shareReplay } from 'rxjs';
import { brandOf } from '#adapters/payments/braintree/card-brands.ts';
import type { CardType } from '#core/model/card-type.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { type CardFieldName, cardFieldNames } from '#core/rules/payments/card-fields.ts';
import type { PaymentNonce, VerificationSubject } from '#core/rules/payments/payment-rules.ts';
import type {
  CardFieldState,
  CardFields,
  CardFieldsOptions,
  CardFieldsState,
  TokenizeFailure,
} from '#ports/card-tokenizer.ts';
import { addressOfCard, type CardVerification, type Surroundings } from './card-verification.ts';
import { openExpressMethods } from './express-payment-methods.ts';
import { type CallLimits, callSdk, ignoreFailure } from './sdk-calls.ts';

interface MountedFields extends Surroundings {
  readonly fields: HostedFields;
  readonly options: CardFieldsOptions;
  readonly verification: CardVerification;
  readonly deviceData: DeviceData;
  readonly googleMerchantId: string | null;
  /** Removes everything from the page and aborts `signal`. */
  readonly remove: () => Promise<void>;
}

const stateEvents = ['blur', 'focus', 'empty', 'notEmpty', 'cardTypeChange', 'validityChange'] as const;

/** The provider's card fields, ready for input. */
export function createMountedBraintreeFields(mounted: MountedFields): CardFields {
  const { window, fields, options, verification, deviceData, limits, signal, remove } = mounted;
  const state = new BehaviorSubject(stateOf(fields.getState()));
  const readDeviceData = () => deviceData.read(limits.deviceData);
  // Opened on subscription, because the page for changing a card does not need them.
  const expressMethods$ = defer(() =>
    openExpressMethods(
      {
        window,
        client: mounted.client,
        googleMerchantId: mounted.googleMerchantId,
        locale: options.locale,
        verification,
        readDeviceData,
        limits: { window, signal, limit: limits.expressMethod },
      },
      limits,
    ),
  ).pipe(shareReplay(1));
  let isBusy = false;

  for (const event of stateEvents) fields.on(event, (given) => state.next(stateOf(given)));
  fields.on('inputSubmitRequest', ({ emittedBy }) => {
    const field = cardFieldNames.find((name) => name === emittedBy);
    if (field !== undefined) options.containers[field].closest('form')?.requestSubmit();
  });

  async function tokenize(subject: VerificationSubject): Promise<Result<PaymentNonce, TokenizeFailure>> {
    const billingAddress = addressOfCard(subject);
    const typed = await callSdk({ window, limit: limits.tokenize, signal }, () =>
      fields.tokenize({ billingAddress }),
    );
    if (!typed.ok) return typed;
    const { nonce, details } = typed.value;
    const verified = await verification.verify({ nonce, bin: details.bin, subject });
    if (!verified.ok) return verified;
    const device_data = await readDeviceData();
    if (signal.aborted) return err({ code: 'PROVIDER_ERROR' });
    return ok({ ...verified.value, method: methodOf(typed.value, state.value), device_data });
  }

  return {
    state$: state.asObservable(),
    expressMethods$,
    focus(field) {
      ignoreFailure(() => fields.focus(field));
    },
    describeError(field, message) {
      ignoreFailure(() => fields.setMessage({ field, message: message ?? '' }));
      const value = String(message !== null);
      ignoreFailure(() => fields.setAttribute({ field, attribute: 'aria-invalid', value }));
    },
    async tokenize(subject) {
      if (signal.aborted) return err({ code: 'PROVIDER_ERROR' });
      // Two calls would create two nonces.
      if (isBusy) return err({ code: 'IN_PROGRESS' });
      isBusy = true;
      try {
        return await tokenize(subject);
      } finally {
        isBusy = false;
      }
    },
    async teardown() {
      await remove();
      state.complete();
    },
  };
}

function stateOf({ fields, cards }: HostedFieldsState): CardFieldsState {
  const fieldState = (name: CardFieldName): CardFieldState => ({
    is_empty: fields[name].isEmpty,
    is_focused: fields[name].isFocused,
    is_valid: fields[name].isValid,
    is_potentially_valid: fields[name].isPotentiallyValid,
  });
  return {
    fields: {
      cardholderName: fieldState('cardholderName'),
      number: fieldState('number'),
      expirationDate: fieldState('expirationDate'),
      cvv: fieldState('cvv'),
    },
    card_type: brandOfInput(cards),
  };
}

/** Returns the type of the typed card. Null if it is unknown or ambiguous. */
export function brandOfInput(cards: readonly Pick<HostedFieldsHostedFieldsCard, 'type'>[]): CardType | null {
  const [only, ...others] = cards;
  return only === undefined || others.length > 0 ? null : brandOf(only.type);
}

function methodOf(
  { details }: HostedFieldsTokenizePayload,
  { card_type }: CardFieldsState,
): PaymentNonce['method'] {
  // The typed number distinguishes more types than the provider's response, which reports Diners Club as Discover.
  return { kind: 'card', brand: card_type ?? brandOf(details.cardType), last_four: details.lastFour };
}

/** Device data for the provider's fraud checks. Charges work without it. */
export interface DeviceData {
  /** Waits at most `limit` milliseconds; null when there is no data by then. */
  read(limit: number): Promise<string | null>;
  teardown(): void;
}

/** Starts collecting device data. After a failure there is none (docs/behaviour/payments.md#device-data). */
export function collectDeviceData(client: Client, limits: CallLimits): DeviceData {
  const remove = (collector: DataCollector) => ignoreFailure(() => collector.teardown());
  const collecting = callSdk(limits, () => dataCollector.create({ client }), remove);
  return {
    async read(limit) {
      const collected = await callSdk({ ...limits, limit }, () => collecting);
      return collected.ok && collected.value.ok ? collected.value.value.deviceData : null;
    },
    teardown() {
      void collecting.then((collected) => (collected.ok ? remove(collected.value) : undefined));
    },
  };
}
