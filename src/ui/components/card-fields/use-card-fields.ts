import type { RefObject } from 'react';
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentProvider } from '#core/model/payment.ts';
import type { CardType } from '#core/model/values.ts';
import type { CardFieldName } from '#core/rules/payment.ts';
import { cardFieldNames } from '#core/rules/payment.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';
import type { Actions } from '#core/storefront/shop.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

type Tokenizer = Awaited<ReturnType<Actions['loadCardTokenizer']>>;
type MountAnswer = Awaited<ReturnType<Tokenizer['mount']>>;

/** Mounted card fields of the provider. */
export type CardFields = Extract<MountAnswer, { ok: true }>['value'];

/** Why no nonce came; each code has a sentence in locales `checkout:payment.error`. */
export type TokenizeFailure = Extract<MountAnswer, { ok: false }>['error'];

type CardFieldsStatus =
  | { readonly status: 'starting' }
  | { readonly status: 'ready'; readonly fields: CardFields }
  | { readonly status: 'failed'; readonly code: TokenizeFailure['code'] };

/** What the provider's fields begin with; without a token nothing is due. */
interface CardFieldsStart {
  readonly client_token: string | null;
  readonly provider: PaymentProvider;
}

/** What is paid with the card, and how its entry begins. */
export interface CardSubject {
  /** The order or contract; another one begins anew. */
  readonly subjectId: string;
  /** Asks the host for a client token. */
  readonly start: () => Promise<Result<CardFieldsStart, CallFailure>>;
}

interface CardFieldsRequest extends CardSubject {
  readonly locale: 'de' | 'en';
  readonly containers: RefObject<Partial<Record<CardFieldName, HTMLElement | null>>>;
  readonly labels: Readonly<Record<CardFieldName, string>>;
  readonly placeholders: Readonly<Record<CardFieldName, string>>;
  readonly verification: { readonly title: string; readonly cancel: string };
}

/**
 * Brings the provider's card fields into the page: a client token, the provider's code, the mounted fields. They are
 * taken out again when the step is left. `restart` brings fresh, empty ones.
 */
export function useCardFields(request: CardFieldsRequest) {
  const [state, setState] = useState<CardFieldsStatus>({ status: 'starting' });
  const [attempt, setAttempt] = useState(0);
  // One after the other: fields that are still being taken out must not empty the next ones' places.
  const turn = useRef<Promise<void>>(Promise.resolve());
  const open = useOpenCardFields(request);
  const openFields = useEffectEvent(open);
  const { subjectId } = request;

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attempt` and `subjectId` say when to begin anew
  useEffect(() => {
    let isWanted = true;
    let mounted: CardFields | null = null;
    setState({ status: 'starting' });
    turn.current = turn.current.then(async () => {
      if (!isWanted) return;
      const answer = await openFields();
      if (answer.ok && !isWanted) await answer.value.teardown();
      if (!isWanted) return;
      if (answer.ok) mounted = answer.value;
      setState(
        answer.ok ? { status: 'ready', fields: answer.value } : { status: 'failed', code: answer.error.code },
      );
    });
    return () => {
      isWanted = false;
      turn.current = turn.current.then(async () => mounted?.teardown());
    };
  }, [attempt, subjectId]);

  const restart = useCallback(() => setAttempt((number) => number + 1), []);
  return { state, restart };
}

function useOpenCardFields(request: CardFieldsRequest): () => Promise<MountAnswer> {
  const shop = useShop();
  const { start, locale, containers, labels, placeholders, verification } = request;
  return async () => {
    const started = await start();
    if (!started.ok) {
      const code = started.error.code === 'TOO_MANY_ATTEMPTS' ? 'RATE_LIMITED' : 'NETWORK';
      return { ok: false, error: { code } };
    }
    const { client_token, provider } = started.value;
    const places = containersOf(containers.current);
    if (places === null || client_token === null) return { ok: false, error: { code: 'PROVIDER_ERROR' } };
    try {
      const tokenizer = await shop.actions.loadCardTokenizer(provider);
      return await tokenizer.mount({
        client_token,
        locale,
        containers: places,
        labels,
        placeholders,
        verification,
      });
    } catch (fault) {
      shop.actions.reportError(fault);
      return { ok: false, error: { code: 'NETWORK' } };
    }
  };
}

/** The four places; null when the step has been left meanwhile. */
function containersOf(
  known: Partial<Record<CardFieldName, HTMLElement | null>>,
): Record<CardFieldName, HTMLElement> | null {
  const found = cardFieldNames.map((name) => [name, known[name]] as const);
  if (found.some(([, element]) => !element)) return null;
  return Object.fromEntries(found) as Record<CardFieldName, HTMLElement>;
}

/** What is wrong with a card field, else null. */
type CardFieldFault = 'missing' | 'wrong' | null;

export interface CardFieldView {
  readonly isFocused: boolean;
  readonly fault: CardFieldFault;
}

type Emitted = Parameters<Parameters<CardFields['state$']['subscribe']>[0] & object>[0];

/**
 * What the card fields show at the moment. A field is called wrong as soon as nothing typed after it could make it
 * right, or once it has been left; it is called missing only after the form was sent.
 */
export function useCardFieldsState(fields: CardFields | null, wasSent: boolean) {
  const [state, setState] = useState<Emitted | null>(null);
  const [left, setLeft] = useState<ReadonlySet<CardFieldName>>(new Set());

  useEffect(() => {
    if (fields === null) {
      setState(null);
      setLeft(new Set());
      return;
    }
    let before: Emitted | null = null;
    const subscription = fields.state$.subscribe((next) => {
      const wasFocused = before;
      before = next;
      setState(next);
      if (wasFocused === null) return;
      const leaving = cardFieldNames.filter(
        (name) => wasFocused.fields[name].is_focused && !next.fields[name].is_focused,
      );
      if (leaving.length > 0) setLeft((known) => new Set([...known, ...leaving]));
    });
    return () => subscription.unsubscribe();
  }, [fields]);

  function view(name: CardFieldName): CardFieldView {
    const field = state?.fields[name];
    if (field === undefined) return { isFocused: false, fault: null };
    const isWrong =
      !field.is_potentially_valid ||
      (!field.is_empty && !field.is_valid && !field.is_focused && (wasSent || left.has(name)));
    const fault = field.is_empty ? (wasSent ? 'missing' : null) : isWrong ? 'wrong' : null;
    return { isFocused: field.is_focused, fault };
  }

  const cardType: CardType | null = state?.card_type ?? null;
  return { view, cardType, isValid: (name: CardFieldName) => state?.fields[name].is_valid === true };
}

type Texts = Readonly<Record<CardFieldName, string>>;

/** Names and examples of the card fields in the language of the page. */
export function useCardTexts(): {
  readonly labels: Texts;
  readonly placeholders: Texts;
  readonly verification: { readonly title: string; readonly cancel: string };
} {
  const { t } = useTranslation('checkout');
  const textsOf = (kind: 'field' | 'placeholder') =>
    Object.fromEntries(cardFieldNames.map((name) => [name, t(`payment.${kind}.${name}`)])) as Texts;
  return {
    labels: textsOf('field'),
    placeholders: textsOf('placeholder'),
    verification: { title: t('payment.verification.title'), cancel: t('payment.verification.cancel') },
  };
}
