import type { TFunction } from 'i18next';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardType } from '#core/model/card-type.ts';
import type { CardFieldName } from '#core/rules/payments/card-fields.ts';
import type { PaymentNonce, VerificationSubject } from '#core/rules/payments/payment-rules.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { classNames } from '#ui/components/parts/class-names.ts';
import { FieldError } from '#ui/components/parts/fields/choices.tsx';
import { Icon } from '#ui/components/parts/icon.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './card-form.module.css';
import {
  type CardContainers,
  type CardFields,
  type CardFieldView,
  type CardLayout,
  type CardSubject,
  type TokenizeFailure,
  useCardFields,
  useCardFieldsState,
  useCardTexts,
} from './use-card-fields.ts';

interface CardFormProps {
  /** Elements that the provider mounts its inputs into. */
  readonly containers: RefObject<CardContainers>;
  /** `single`: the provider's iframe contains all fields with their labels and errors. */
  readonly layout: CardLayout;
  readonly view: (name: CardFieldName) => CardFieldView;
  readonly cardType: CardType | null;
  readonly isReady: boolean;
  readonly isFailed: boolean;
  /** Whether the shop accepts cards. If not, the fields are hidden and only serve the provider's other methods. */
  readonly isOffered: boolean;
  readonly onFocus: (name: CardFieldName) => void;
}

const shownCardFields = ['number', 'expirationDate', 'cvv', 'cardholderName'] as const;

/** The card fields. The inputs are in the provider's iframes, so card numbers never enter this page. */
function CardForm(props: CardFormProps) {
  const { containers, layout, view, cardType, isReady, isFailed, isOffered, onFocus } = props;
  const isWaiting = !isReady && !isFailed;
  const isSingle = layout === 'single';
  const { t } = useTranslation('checkout');
  return (
    <fieldset className={styles.form} aria-busy={isWaiting || undefined} hidden={!isOffered}>
      <legend className={styles.legend}>{t('payment.card')}</legend>
      <div
        ref={(element) => {
          containers.current.card = element;
        }}
        className={styles.card}
        data-waiting={isWaiting || undefined}
        hidden={!isSingle}
      />
      {shownCardFields.map((name) => (
        <CardField
          key={name}
          isHidden={isSingle}
          name={name}
          view={view(name)}
          hint={hintOf(name, cardType)}
          container={(element) => {
            containers.current[name] = element;
          }}
          isWaiting={isWaiting}
          onFocus={() => onFocus(name)}
          brand={name === 'number' ? cardType : null}
        />
      ))}
      <p className={styles.secure}>
        <Icon name="lock" />
        <span>{t('payment.secure')}</span>
      </p>
    </fieldset>
  );
}

function hintOf(name: CardFieldName, cardType: CardType | null) {
  if (name !== 'cvv') return null;
  return cardType === 'american-express' ? 'payment.hint.cvv_amex' : 'payment.hint.cvv';
}

function errorText(t: TFunction<'checkout'>, name: CardFieldName, { fault }: CardFieldView): string | null {
  return fault === null ? null : t(`payment.${fault}.${name}`);
}

interface CardFieldProps {
  readonly name: CardFieldName;
  readonly isHidden: boolean;
  readonly view: CardFieldView;
  readonly hint: 'payment.hint.cvv' | 'payment.hint.cvv_amex' | null;
  readonly container: (element: HTMLElement | null) => void;
  readonly isWaiting: boolean;
  readonly onFocus: () => void;
  readonly brand: CardType | null;
}

function CardField({ name, isHidden, view, hint, container, isWaiting, onFocus, brand }: CardFieldProps) {
  const { t } = useTranslation('checkout');
  const { labels } = useCardTexts();
  const { isFocused, fault } = view;
  return (
    <div className={classNames(styles.field, styles[name])} hidden={isHidden}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the input has its own label inside the frame; a press here is only a larger target */}
      <span className={styles.label} onClick={onFocus}>
        {labels[name]}
      </span>
      <div
        className={classNames(styles.frame, isFocused && styles.focused, fault !== null && styles.faulty)}
        data-waiting={isWaiting || undefined}
      >
        <div ref={container} className={styles.input} />
        {brand !== null && <span className={styles.brand}>{t(`payment.brand.${brand}`)}</span>}
      </div>
      <div className={styles.message}>
        <FieldError id={`card-${name}-error`}>{errorText(t, name, view)}</FieldError>
        {hint !== null && fault === null && <p className={styles.hint}>{t(hint)}</p>}
      </div>
    </div>
  );
}

interface CardEntryFormProps {
  readonly entry: CardEntry;
  /** Provider of the test cards to show; by default the shop's first provider. */
  readonly provider?: string | undefined;
}

/**
 * The card fields, the provider's test cards, and a retry button if the fields could not be loaded. Shows a notice
 * instead if the shop accepts no cards (docs/behaviour/payments.md#cards-without-3-d-secure).
 */
export function CardEntryForm({ entry, provider = '' }: CardEntryFormProps) {
  const { t } = useTranslation('checkout');
  return (
    <>
      <CardForm {...entry.form} />
      {!entry.form.isOffered && <Notice>{t('payment.no_cards')}</Notice>}
      {entry.failedToStart !== null && (
        <Notice tone="error">
          <p>{t(`payment.error.${entry.failedToStart}`)}</p>
          <Button kind="text" onClick={entry.restart}>
            {t('payment.retry')}
          </Button>
        </Notice>
      )}
      {entry.form.isOffered && <TestCards provider={provider} />}
    </>
  );
}

/** The error of the last attempt, unless it is shown at a field. */
export function CardEntryFailure({ entry }: { readonly entry: CardEntry }) {
  const { t } = useTranslation('checkout');
  return entry.failure === null ? null : <Notice tone="error">{t(`payment.error.${entry.failure}`)}</Notice>;
}

/** The state and methods of a card form. */
interface CardEntry {
  readonly form: CardFormProps;
  /** Whether a card can be entered. */
  readonly isReady: boolean;
  /** The mounted fields, which also offer the provider's other payment methods; null before mounting. */
  readonly fields: CardFields | null;
  /** Reason why the fields could not be loaded, or null; `restart` retries. */
  readonly failedToStart: TokenizeFailure['code'] | null;
  /** Reason why the last tokenisation failed, or null; also null if it is shown at a field. */
  readonly failure: TokenizeFailure['code'] | null;
  /** Loads new, empty fields. */
  restart(): void;
  /** Shows missing input as errors from now on. Returns false if the fields are not mounted. */
  startValidation(): boolean;
  /** Returns whether all fields are complete and valid; otherwise focuses the first one that is not. */
  isComplete(): boolean;
  /** Verifies the card and returns its nonce. Null on failure, which is then shown. */
  tokenize(subject: VerificationSubject): Promise<PaymentNonce | null>;
}

export function useCardEntry(subject: CardSubject): CardEntry {
  const containers = useRef<CardContainers>({});
  const [failure, setFailure] = useState<TokenizeFailure['code'] | null>(null);
  const texts = useCardTexts();
  const locale = useLocale();
  const wasOffered = useShop().initialState.facts?.payment_methods.includes('card') ?? true;
  const { state, restart, layout, takesCards } = useCardFields({ ...subject, locale, containers, ...texts });
  const isOffered = takesCards ?? wasOffered;
  const fields = state.status === 'ready' ? state.fields : null;
  const { view, cardType, isValid, markFaults } = useCardFieldsState(fields);

  const { t } = useTranslation('checkout');
  const errors = shownCardFields.map((name) => errorText(t, name, view(name)));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts are compared, not the array
  useEffect(() => {
    for (const [index, name] of shownCardFields.entries()) fields?.describeError(name, errors[index] ?? null);
  }, [fields, ...errors]);

  function isComplete(): boolean {
    const faulty = shownCardFields.find((name) => !isValid(name));
    if (faulty !== undefined) fields?.focus(faulty);
    return faulty === undefined;
  }

  function showFailure(code: TokenizeFailure['code']): void {
    // The errors are shown at the fields.
    if ((code === 'FIELDS_EMPTY' || code === 'FIELDS_INVALID') && !isComplete()) return;
    setFailure(code);
    if (code === 'CLIENT_TOKEN_EXPIRED') restart();
  }

  return {
    form: {
      containers,
      layout,
      view,
      cardType,
      isReady: fields !== null,
      isFailed: state.status === 'failed',
      isOffered,
      onFocus: (name) => fields?.focus(name),
    },
    isReady: fields !== null && isOffered,
    fields,
    failedToStart: state.status === 'failed' ? state.code : null,
    failure,
    restart,
    startValidation() {
      if (fields === null) return false;
      markFaults();
      setFailure(null);
      return true;
    },
    isComplete,
    async tokenize(verified) {
      if (fields === null) return null;
      const response = await fields.tokenize(verified);
      if (response.ok) return response.value;
      showFailure(response.error.code);
      return null;
    },
  };
}

/** A notice that the provider makes no real charges, with its test cards. Renders nothing for real payments. */
function TestCards({ provider }: { readonly provider: string }) {
  const { t } = useTranslation('checkout');
  const locale = useLocale();
  const { test_cards: offered = [] } = useShop().initialState.payment;
  const cards = (offered.find((one) => one.provider === provider) ?? offered[0])?.cards ?? null;
  if (cards === null) return null;
  return (
    <Notice>
      <p>{t('payment.test_mode')}</p>
      {cards.length > 0 && (
        <details>
          <summary className={styles.testCardsSummary}>{t('payment.test_cards')}</summary>
          <p>{t('payment.test_how')}</p>
          <table className={styles.testCards}>
            <caption className={styles.testCardsCaption}>{t('payment.test_cards')}</caption>
            <thead className={styles.testCardsCaption}>
              <tr>
                <th scope="col">{t('payment.test_card_number')}</th>
                <th scope="col">{t('payment.test_card_effect')}</th>
              </tr>
            </thead>
            <tbody>
              {cards.map(({ number, effect }) => (
                <tr key={number}>
                  <td className={styles.testCardNumber}>{number}</td>
                  <td>{effect[locale]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      )}
    </Notice>
  );
}
