import type {
  CardFieldState,
  CardFields,
  CardFieldsOptions,
  CardFieldsState,
  CardTokenizer,
  ContinueActionOptions,
  OpenWalletsOptions,
  TokenizeFailure,
} from 'meisterhand/ports';
import type { CardFieldName, PaymentNonce, Result, VerificationSubject } from 'meisterhand/rules';
import { BehaviorSubject, of } from 'rxjs';
import {
  cardFieldNames,
  type SandboxFailure,
  type SandboxFrameEvent,
  type SandboxTokenization,
} from '../frame-messages.ts';
import { err, ok } from '../result.ts';
import { actInDialog, verifyInDialog } from './challenge-dialog.ts';
import {
  awaitResponse,
  createGatewayFrame,
  type FrameChannel,
  openFrameChannel,
  readActionData,
  readGatewayOrigin,
  watchForSilence,
} from './gateway-frames.ts';
import { createSandboxWallets } from './sandbox-wallets.ts';

interface SandboxTokenizerOptions {
  readonly window: Window;
  readonly limits?: Partial<SandboxLimits>;
}

const defaultLimits: SandboxLimits = { mount: 20_000, tokenize: 30_000, challenge: 11 * 60_000 };

const empty: CardFieldState = {
  is_empty: true,
  is_focused: false,
  is_valid: false,
  is_potentially_valid: true,
};

function untouched(): CardFieldsState {
  return {
    fields: { cardholderName: empty, number: empty, expirationDate: empty, cvv: empty },
    card_type: null,
  };
}

/**
 * Creates the card tokenizer of the sandbox payment provider: one iframe of the gateway per field, so that
 * the shop's page has no access to card digits. The page's policy must allow the gateway's origin in
 * `frame-src`; the page itself sends no request to the gateway.
 */
export function createSandboxCardTokenizer({ window, limits = {} }: SandboxTokenizerOptions): CardTokenizer {
  const allLimits = { ...defaultLimits, ...limits };

  return {
    fields: 'separate',
    async mount(options) {
      const gateway = readGatewayOrigin(options.client_token);
      if (gateway === null) return err({ code: 'PROVIDER_ERROR' });
      const channel = openFrameChannel({ window, gateway, lang: options.locale });
      const frames = createFrames(window.document, channel, options);
      const state = new BehaviorSubject(untouched());
      const results = new Map<number, (result: SandboxTokenization) => void>();
      const remove = () => {
        channel.close();
        for (const frame of Object.values(frames)) frame.remove();
      };

      const follow = createFollower({ options, state, results });
      const fault = await fillContainers({
        window,
        channel,
        frames,
        options,
        follow,
        limit: allLimits.mount,
      });
      if (fault !== null) {
        remove();
        return err(fault);
      }
      const { client_token, verification } = options;
      const walletOptions = { client_token, verification };
      return ok(
        createMountedFields({
          window,
          channel,
          frames,
          state,
          limits: allLimits,
          results,
          remove,
          walletOptions,
        }),
      );
    },
    continueAction: (options) => continueAction(window, options, walletLimits(allLimits)),
    async openWallets(options) {
      const gateway = readGatewayOrigin(options.client_token);
      if (gateway === null) return err({ code: 'PROVIDER_ERROR' });
      const channel = openFrameChannel({ window, gateway, lang: options.locale });
      const life = new AbortController();
      const limits = walletLimits(allLimits);
      return ok({
        wallets: createSandboxWallets({ window, channel, options, signal: life.signal, limits }),
        teardown() {
          life.abort();
          channel.close();
        },
      });
    },
  };
}

const actionFailures = {
  CANCELLED: 'VERIFICATION_CANCELLED',
  UNREACHABLE: 'NETWORK',
  TIMED_OUT: 'TIMED_OUT',
  TORN_DOWN: 'PROVIDER_ERROR',
} as const;

/** Shows the bank's page for an action that the gateway's charge has asked for. */
async function continueAction(
  window: Window,
  { data, locale, verification }: ContinueActionOptions,
  limits: { readonly load: number; readonly shopper: number },
): Promise<Result<null, TokenizeFailure>> {
  const action = readActionData(data);
  if (action === null) return err({ code: 'PROVIDER_ERROR' });
  const channel = openFrameChannel({ window, gateway: action.gateway, lang: locale });
  const { signal } = new AbortController();
  const { transactionId } = action;
  const ended = await actInDialog({ window, channel, signal, limits, transactionId, verification });
  channel.close();
  return ended === 'DONE' ? ok(null) : err({ code: actionFailures[ended] });
}

function createFrames(document: Document, channel: FrameChannel, { labels }: CardFieldsOptions): FieldFrames {
  const frameOf = (field: CardFieldName) =>
    createGatewayFrame({ document, title: labels[field], src: channel.address('/frames/field', { field }) });
  return {
    cardholderName: frameOf('cardholderName'),
    number: frameOf('number'),
    expirationDate: frameOf('expirationDate'),
    cvv: frameOf('cvv'),
  };
}

interface Filling {
  readonly window: Window;
  readonly channel: FrameChannel;
  readonly frames: FieldFrames;
  readonly options: CardFieldsOptions;
  /**
   * Called for every event of a frame from the start, because the shopper may type before the last frame is
   * loaded.
   */
  readonly follow: (event: SandboxFrameEvent) => void;
  readonly limit: number;
}

/**
 * Adds the frames to their containers and waits until all are ready; returns a failure otherwise. Continues
 * to listen, so that a frame that the browser reloads is configured again.
 */
async function fillContainers(filling: Filling): Promise<SandboxFailure | { code: 'TIMED_OUT' } | null> {
  const { window, channel, frames, options, follow, limit } = filling;
  const { client_token, containers, labels, placeholders } = options;
  const waiting = new Set<CardFieldName>(cardFieldNames);
  const response = await awaitResponse<SandboxFailure | 'READY'>({
    window,
    limit,
    signal: new AbortController().signal,
    listen(end) {
      const stops = cardFieldNames.map((field) => {
        const frame = frames[field];
        const stopWatching = watchForSilence(window, frame, () => end({ code: 'NETWORK' }));
        channel.listen(frame, (event) => {
          stopWatching();
          follow(event);
          if (event.type === 'ready') {
            const [label, placeholder] = [labels[field], placeholders[field]];
            channel.send(frame, { type: 'configure', client_token, label, placeholder });
          } else if (event.type === 'refused') {
            end(event.failure);
          } else if (event.type === 'configured') {
            waiting.delete(field);
            if (waiting.size === 0) end('READY');
          }
        });
        containers[field].append(frame);
        return stopWatching;
      });
      return () => {
        for (const stop of stops) stop();
      };
    },
  });
  if (response === 'READY') return null;
  return typeof response === 'string' ? { code: 'TIMED_OUT' } : response;
}

interface Following {
  readonly options: CardFieldsOptions;
  readonly state: BehaviorSubject<CardFieldsState>;
  readonly results: Map<number, (result: SandboxTokenization) => void>;
}

function createFollower({ options, state, results }: Following): (event: SandboxFrameEvent) => void {
  return (event) => {
    if (event.type === 'state') {
      const { fields, card_type } = state.value;
      state.next({
        fields: { ...fields, [event.field]: event.state },
        card_type: event.field === 'number' ? event.card_type : card_type,
      });
    } else if (event.type === 'submit') {
      options.containers[event.field].closest('form')?.requestSubmit();
    } else if (event.type === 'tokenized') {
      results.get(event.request)?.(event.result);
    }
  };
}

export type FieldFrames = Readonly<Record<CardFieldName, HTMLIFrameElement>>;

/** Time limits in milliseconds. */
export interface SandboxLimits {
  readonly mount: number;
  /** Does not include the time of a challenge. */
  readonly tokenize: number;
  /** The gateway itself ends a challenge after ten minutes. */
  readonly challenge: number;
}

function walletLimits({ mount, challenge }: SandboxLimits) {
  return { load: mount, shopper: challenge };
}

interface MountedFieldsOptions {
  readonly window: Window;
  readonly channel: FrameChannel;
  readonly frames: FieldFrames;
  readonly state: BehaviorSubject<CardFieldsState>;
  readonly limits: SandboxLimits;
  /** Callbacks for the results of the number field's frame, by request id. */
  readonly results: Map<number, (result: SandboxTokenization) => void>;
  readonly walletOptions: Pick<OpenWalletsOptions, 'client_token' | 'verification'>;
  /** Removes the frames and the listeners. */
  readonly remove: () => void;
}

type Ended = SandboxTokenization | 'TIMED_OUT' | 'TORN_DOWN';

function failureOf(failure: SandboxFailure): Result<PaymentNonce, TokenizeFailure> {
  return err<TokenizeFailure>(failure);
}

function resultOf(ended: Ended): Result<PaymentNonce, TokenizeFailure> {
  if (ended === 'TIMED_OUT') return err({ code: 'TIMED_OUT' });
  if (ended === 'TORN_DOWN') return err({ code: 'PROVIDER_ERROR' });
  if (ended.outcome === 'nonce') return ok(ended.nonce);
  return ended.outcome === 'failed' ? failureOf(ended.failure) : err({ code: 'PROVIDER_ERROR' });
}

/** Returns the card fields, after their frames are ready for input. */
function createMountedFields(options: MountedFieldsOptions): CardFields {
  const { window, channel, frames, state, limits, results, remove, walletOptions } = options;
  const life = new AbortController();
  const wallets = createSandboxWallets({
    window,
    channel,
    options: walletOptions,
    signal: life.signal,
    limits: walletLimits(limits),
  });
  let requests = 0;
  let isBusy = false;

  async function ask(subject: VerificationSubject): Promise<Ended> {
    requests += 1;
    const request = requests;
    const ended = await awaitResponse<SandboxTokenization>({
      window,
      signal: life.signal,
      limit: limits.tokenize,
      listen(respond) {
        results.set(request, respond);
        channel.send(frames.number, { type: 'tokenize', request, subject });
        return () => results.delete(request);
      },
    });
    if (ended === 'TIMED_OUT') channel.send(frames.number, { type: 'abandon', request });
    return ended;
  }

  async function verify(ended: Ended): Promise<Ended> {
    if (typeof ended === 'string' || ended.outcome !== 'challenge') return ended;
    const { challenge } = ended;
    const challengeLimits = { load: limits.mount, shopper: limits.challenge };
    return verifyInDialog({
      window,
      channel,
      challenge,
      verification: walletOptions.verification,
      signal: life.signal,
      limits: challengeLimits,
    });
  }

  return {
    state$: state.asObservable(),
    expressMethods$: of(wallets),
    focus(field) {
      frames[field].focus();
      channel.send(frames[field], { type: 'focus' });
    },
    describeError(field, message) {
      channel.send(frames[field], { type: 'describe_error', message });
    },
    async tokenize(subject) {
      if (isBusy) return err({ code: 'IN_PROGRESS' });
      isBusy = true;
      try {
        return resultOf(await verify(await ask(subject)));
      } finally {
        isBusy = false;
      }
    },
    async teardown() {
      life.abort();
      remove();
      state.complete();
    },
  };
}
