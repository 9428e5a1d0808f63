import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentProvider } from '#core/model/payment.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { type CardFieldName, cardFieldNames } from '#core/rules/payments/card-fields.ts';
import type { Actions } from '#core/storefront/shop.ts';
import { openOverlayHistory } from '#ui/hooks/overlays/use-overlay-history.ts';
import { useShop } from '#ui/hooks/use-shop.ts';

type Tokenizer = Awaited<ReturnType<Actions['loadCardTokenizer']>>;
type MountResult = Awaited<ReturnType<Tokenizer['mount']>>;

export type CardFields = Extract<MountResult, { ok: true }>['value'];

/** Failure of a tokenisation; each code has a text in locales `checkout:payment.error`. */
export type TokenizeFailure = Extract<MountResult, { ok: false }>['error'];

type CardFieldsStatus =
  | { readonly status: 'starting' }
  | { readonly status: 'ready'; readonly fields: CardFields }
  | { readonly status: 'failed'; readonly code: TokenizeFailure['code'] };

/** Start data of the provider's fields; the token is null if nothing is due. */
interface CardFieldsStart {
  readonly client_token: string | null;
  readonly provider: PaymentProvider;
  readonly takes_cards: boolean;
}

/** The purpose of a card form. */
export interface CardSubject {
  /** Id of the order or subscription; a different one restarts the form. */
  readonly subjectId: string;
  /** Requests start data with a client token from the server. */
  readonly start: () => Promise<Result<CardFieldsStart, CallFailure>>;
}

/** Elements for the provider's inputs: one per field, and one for a provider with a single iframe. */
export type CardContainers = Partial<Record<CardFieldName | 'card', HTMLElement | null>>;

export type CardLayout = Tokenizer['fields'];

type VerificationOptions = Parameters<Tokenizer['mount']>[0]['verification'];

interface CardFieldsRequest extends CardSubject {
  readonly locale: 'de' | 'en';
  readonly containers: RefObject<CardContainers>;
  readonly labels: Readonly<Record<CardFieldName, string>>;
  readonly placeholders: Readonly<Record<CardFieldName, string>>;
  readonly verification: VerificationOptions;
}

/**
 * Loads the provider's card fields: requests a client token, loads the provider's code, mounts the fields. They are
 * removed on unmount. `restart` mounts new, empty fields.
 */
export function useCardFields(request: CardFieldsRequest) {
  const [state, setState] = useState<CardFieldsStatus>({ status: 'starting' });
  const [attempt, setAttempt] = useState(0);
  // Mounts run one after the other, because removing the old fields would clear the elements of the new ones.
  const turn = useRef<Promise<void>>(Promise.resolve());
  const [layout, setLayout] = useState<CardLayout>('separate');
  // Null until the server has responded.
  const [takesCards, setTakesCards] = useState<boolean | null>(null);
  const open = useOpenCardFields(request, setLayout, setTakesCards);
  const openFields = useEffectEvent(open);
  const { subjectId } = request;

  // biome-ignore lint/correctness/useExhaustiveDependencies: restarts on `attempt` and `subjectId`
  useEffect(() => {
    let isWanted = true;
    let mounted: CardFields | null = null;
    setState({ status: 'starting' });
    turn.current = turn.current.then(async () => {
      if (!isWanted) return;
      const response = await openFields();
      if (response.ok && !isWanted) await response.value.teardown();
      if (!isWanted) return;
      if (response.ok) mounted = response.value;
      setState(
        response.ok
          ? { status: 'ready', fields: response.value }
          : { status: 'failed', code: response.error.code },
      );
    });
    return () => {
      isWanted = false;
      turn.current = turn.current.then(async () => mounted?.teardown());
    };
  }, [attempt, subjectId]);

  const restart = useCallback(() => setAttempt((number) => number + 1), []);
  return { state, restart, layout, takesCards };
}

function useOpenCardFields(
  request: CardFieldsRequest,
  showLayout: (layout: CardLayout) => void,
  showOffer: (takesCards: boolean) => void,
): () => Promise<MountResult> {
  const shop = useShop();
  const { start, locale, containers, labels, placeholders, verification } = request;
  return async () => {
    const started = await start();
    if (!started.ok) {
      const code = started.error.code === 'TOO_MANY_ATTEMPTS' ? 'RATE_LIMITED' : 'NETWORK';
      return { ok: false, error: { code } };
    }
    const { client_token, provider, takes_cards } = started.value;
    showOffer(takes_cards);
    if (client_token === null) return { ok: false, error: { code: 'PROVIDER_ERROR' } };
    try {
      const tokenizer = await shop.actions.loadCardTokenizer(provider);
      showLayout(tokenizer.fields);
      const places = containersOf(containers.current, tokenizer.fields);
      if (places === null) return { ok: false, error: { code: 'PROVIDER_ERROR' } };
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

/** Returns the elements of the fields; null if the component has been unmounted meanwhile. */
function containersOf(known: CardContainers, layout: CardLayout): Record<CardFieldName, HTMLElement> | null {
  const found = cardFieldNames.map((name) => [name, known[layout === 'single' ? 'card' : name]] as const);
  if (found.some(([, element]) => !element)) return null;
  return Object.fromEntries(found) as Record<CardFieldName, HTMLElement>;
}

type CardFieldFault = 'missing' | 'wrong' | null;

export interface CardFieldView {
  readonly isFocused: boolean;
  readonly fault: CardFieldFault;
}

type Emitted = Parameters<Parameters<CardFields['state$']['subscribe']>[0] & object>[0];

/**
 * The state of the card fields. A field is marked as wrong when no further input can make it valid. It is also marked
 * when it is left or submitted incomplete, until it is complete or empty, even while focused, because the provider does
 * not report single changes. A missing field is marked only after the form was submitted.
 */
export function useCardFieldsState(fields: CardFields | null) {
  const [state, setState] = useState<Emitted | null>(null);
  const [marked, setMarked] = useState<ReadonlySet<CardFieldName>>(new Set());
  const [wasSent, setSent] = useState(false);

  useEffect(() => {
    if (fields === null) {
      setState(null);
      setMarked(new Set());
      return;
    }
    let before: Emitted | null = null;
    const subscription = fields.state$.subscribe((next) => {
      const last = before;
      before = next;
      setState(next);
      setMarked((known) => {
        const isLeft = (name: CardFieldName) =>
          last?.fields[name].is_focused === true && !next.fields[name].is_focused;
        return new Set(
          cardFieldNames.filter(
            (name) => isIncomplete(next.fields[name]) && (known.has(name) || isLeft(name)),
          ),
        );
      });
    });
    return () => subscription.unsubscribe();
  }, [fields]);

  function view(name: CardFieldName): CardFieldView {
    const field = state?.fields[name];
    if (field === undefined) return { isFocused: false, fault: null };
    const isWrong = !field.is_potentially_valid || marked.has(name);
    const fault = field.is_empty ? (wasSent ? 'missing' : null) : isWrong ? 'wrong' : null;
    return { isFocused: field.is_focused, fault };
  }

  return {
    view,
    cardType: state?.card_type ?? null,
    isValid: (name: CardFieldName) => state?.fields[name].is_valid === true,
    /** Marks missing and incomplete fields now, and from now on also fields that become empty. */
    markFaults() {
      setSent(true);
      if (state !== null)
        setMarked(new Set(cardFieldNames.filter((name) => isIncomplete(state.fields[name]))));
    },
  };
}

const isIncomplete = ({ is_empty, is_valid }: Emitted['fields'][CardFieldName]) => !is_empty && !is_valid;

type Texts = Readonly<Record<CardFieldName, string>>;

/**
 * Returns labels and placeholders of the card fields and the options of the verification dialog, in the page's
 * language.
 */
export function useCardTexts(): {
  readonly labels: Texts;
  readonly placeholders: Texts;
  readonly verification: VerificationOptions;
} {
  const { t } = useTranslation('checkout');
  const textsOf = (kind: 'field' | 'placeholder') =>
    Object.fromEntries(cardFieldNames.map((name) => [name, t(`payment.${kind}.${name}`)])) as Texts;
  return {
    labels: textsOf('field'),
    placeholders: textsOf('placeholder'),
    verification: {
      title: t('payment.verification.title'),
      cancel: t('payment.verification.cancel'),
      onOpen: (cancel) => openOverlayHistory().open(cancel),
    },
  };
}
