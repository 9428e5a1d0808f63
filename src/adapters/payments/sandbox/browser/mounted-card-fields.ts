import type { BehaviorSubject } from 'rxjs';
import type { SandboxFailure, SandboxTokenization } from '#adapters/payments/sandbox/frame-messages.ts';
import type { CardFieldName, PaymentNonce, VerificationSubject } from '#core/rules/payment.ts';
import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';
import type { CardFields, CardFieldsState, TokenizeFailure } from '#ports/card-tokenizer.ts';
import { awaitAnswer } from './await-answer.ts';
import type { FrameChannel } from './frame-channel.ts';
import { verifyInDialog } from './verify-in-dialog.ts';

export type FieldFrames = Readonly<Record<CardFieldName, HTMLIFrameElement>>;

/** Time limits in milliseconds. */
export interface SandboxLimits {
  readonly mount: number;
  /** Without the time a challenge takes. */
  readonly tokenize: number;
  /** The gateway itself ends a challenge after ten minutes. */
  readonly challenge: number;
}

interface MountedFieldsOptions {
  readonly window: Window;
  readonly channel: FrameChannel;
  readonly frames: FieldFrames;
  readonly state: BehaviorSubject<CardFieldsState>;
  readonly limits: SandboxLimits;
  /** Results of the number's frame, by request. */
  readonly results: Map<number, (result: SandboxTokenization) => void>;
  /** Removes frames and listeners. */
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

/** Card fields whose frames are ready to type in. */
export function createMountedCardFields(options: MountedFieldsOptions): CardFields {
  const { window, channel, frames, state, limits, results, remove } = options;
  const life = new AbortController();
  let requests = 0;
  let isBusy = false;

  async function ask(subject: VerificationSubject): Promise<Ended> {
    requests += 1;
    const request = requests;
    const ended = await awaitAnswer<SandboxTokenization>({
      window,
      signal: life.signal,
      limit: limits.tokenize,
      listen(answer) {
        results.set(request, answer);
        channel.tell(frames.number, { type: 'tokenize', request, subject });
        return () => results.delete(request);
      },
    });
    if (ended === 'TIMED_OUT') channel.tell(frames.number, { type: 'abandon', request });
    return ended;
  }

  async function verify(ended: Ended): Promise<Ended> {
    if (typeof ended === 'string' || ended.outcome !== 'challenge') return ended;
    const { challenge } = ended;
    const challengeLimits = { load: limits.mount, answer: limits.challenge };
    return verifyInDialog({ window, channel, challenge, signal: life.signal, limits: challengeLimits });
  }

  return {
    state$: state.asObservable(),
    focus(field) {
      frames[field].focus();
      channel.tell(frames[field], { type: 'focus' });
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
