import type { Client } from 'braintree-web/client';
import braintreeClient from 'braintree-web/client/index.js';
import type { HostedFieldFieldOptions, HostedFields } from 'braintree-web/hosted-fields';
import hostedFields from 'braintree-web/hosted-fields/index.js';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { CardFieldsOptions, CardTokenizer, TokenizeFailure } from '#ports/card-tokenizer.ts';
import { createCardVerification, noVerification } from './card-verification.ts';
import { openWallets } from './express-payment-methods.ts';
import { collectDeviceData, createMountedBraintreeFields } from './mounted-fields.ts';
import { type BraintreeLimits, type CallLimits, callSdk, defaultLimits, ignoreFailure } from './sdk-calls.ts';

interface BraintreeTokenizerOptions {
  readonly window: Window;
  /** The shop's id at Google Pay; null: Google Pay is offered in the provider's sandbox only. */
  readonly googleMerchantId: string | null;
  readonly limits?: Partial<BraintreeLimits>;
}

/**
 * Braintree in the browser: hosted fields in the provider's frames, 3-D Secure 2 and device data. This file contains
 * the provider's code (about 40 kB gzip), so only the checkout imports it, when it opens fields or wallets. The page's
 * content security policy has to allow the provider's hosts (docs/braintree.md).
 */
export function createBraintreeCardTokenizer({
  window,
  googleMerchantId,
  limits = {},
}: BraintreeTokenizerOptions): CardTokenizer {
  const allLimits = { ...defaultLimits, ...limits };

  return {
    fields: 'separate',
    async mount(options) {
      const life = new AbortController();
      const until = window.performance.now() + allLimits.mount;
      const left = (): CallLimits => ({
        window,
        limit: Math.max(until - window.performance.now(), 0),
        signal: life.signal,
      });
      const client = await openClient(options.client_token, left());
      if (!client.ok) return client;
      const surroundings = { window, client: client.value, limits: allLimits, signal: life.signal };
      const deviceData = collectDeviceData(client.value, left());
      const verification = has3DSecure(client.value)
        ? createCardVerification(surroundings, options.verification)
        : noVerification;
      const [ready, fields] = await Promise.all([
        verification.prepare(),
        openFields(window, client.value, options, left()),
      ]);
      const remove = async () => {
        life.abort();
        verification.teardown();
        deviceData.teardown();
        if (fields.ok) await callSdk(teardownLimits(window), () => removeFields(fields.value));
        emptyContainers(options);
        closeClient(client.value);
      };
      if (!ready.ok || !fields.ok) {
        await remove();
        return fields.ok && !ready.ok ? ready : fields.ok ? err({ code: 'PROVIDER_ERROR' }) : fields;
      }
      return ok(
        createMountedBraintreeFields({
          ...surroundings,
          googleMerchantId,
          fields: fields.value,
          options,
          verification,
          deviceData,
          remove,
        }),
      );
    },
    async openWallets({ client_token, locale, verification: options }) {
      const life = new AbortController();
      const limitsOf = (limit: number): CallLimits => ({ window, limit, signal: life.signal });
      const opened = await openClient(client_token, limitsOf(allLimits.mount));
      if (!opened.ok) return opened;
      const client = opened.value;
      const deviceData = collectDeviceData(client, limitsOf(allLimits.mount));
      const verification = has3DSecure(client)
        ? createCardVerification({ window, client, limits: allLimits, signal: life.signal }, options)
        : noVerification;
      const wallets = await openWallets({
        window,
        client,
        googleMerchantId,
        locale,
        verification,
        readDeviceData: () => deviceData.read(allLimits.deviceData),
        limits: limitsOf(allLimits.expressMethod),
      });
      return ok({
        wallets,
        teardown() {
          life.abort();
          verification.teardown();
          deviceData.teardown();
          closeClient(client);
        },
      });
    },
  };
}

function has3DSecure(client: Client): boolean {
  // The field is missing in the package's type definitions.
  const { threeDSecureEnabled } = client.getConfiguration().gatewayConfiguration as {
    readonly threeDSecureEnabled?: boolean;
  };
  return threeDSecureEnabled === true;
}

function openClient(authorization: string, limits: CallLimits): Promise<Result<Client, TokenizeFailure>> {
  return callSdk(limits, () => braintreeClient.create({ authorization }), closeClient);
}

/** Closes a client, because the provider caches clients by token and this token is not used again. */
function closeClient(client: Client): void {
  // The type definition requires a callback, which the package does not need.
  const teardown = client.teardown as unknown as () => Promise<void>;
  ignoreFailure(() => teardown.call(client));
}

async function openFields(
  window: Window,
  client: Client,
  options: CardFieldsOptions,
  limits: CallLimits,
): Promise<Result<HostedFields, TokenizeFailure>> {
  const styles = readFieldStyles(window, options.containers.number);
  const create = () => hostedFields.create({ client, fields: fieldOptions(options), styles });
  return callSdk(limits, create, removeFields);
}

function fieldOptions({ containers, labels, placeholders }: CardFieldsOptions): HostedFieldFieldOptions {
  const fieldOf = (name: keyof typeof containers) => ({
    container: containers[name],
    placeholder: placeholders[name],
    iframeTitle: labels[name],
    internalLabel: labels[name],
  });
  return {
    cardholderName: fieldOf('cardholderName'),
    number: { ...fieldOf('number'), rejectUnsupportedCards: true },
    expirationDate: fieldOf('expirationDate'),
    cvv: fieldOf('cvv'),
  };
}

/** The provider's teardown may never end, for example while it creates a nonce, so it is limited to one second. */
function teardownLimits(window: Window): CallLimits {
  return { window, limit: 1_000, signal: new AbortController().signal };
}

/** Removes the fields. The provider's code rejects if they are already gone, which is no error here. */
async function removeFields(fields: HostedFields): Promise<void> {
  await fields.teardown().catch(() => {});
}

/**
 * Empties the containers: after a timeout the provider leaves its frames behind, and cannot mount fields beside them.
 */
function emptyContainers({ containers }: CardFieldsOptions): void {
  for (const container of Object.values(containers)) container.replaceChildren();
}

type FieldStyles = Readonly<Record<string, Record<string, string>>>;

/**
 * Returns the shop's styles for the inputs in the provider's frames, which inherit none. They are read from the
 * container, so that they follow the page's theme, and limited to the properties that the provider allows.
 */
function readFieldStyles(window: Window, container: HTMLElement): FieldStyles {
  const style = window.getComputedStyle(container);
  const { color, fontFamily, fontSize } = style;
  const role = (name: string) => style.getPropertyValue(name).trim() || color;
  return {
    input: { color, 'font-family': fontFamily, 'font-size': fontSize, padding: '0 16px' },
    '::placeholder': { color: role('--text-muted') },
    'input.invalid': { color: role('--danger') },
  };
}
