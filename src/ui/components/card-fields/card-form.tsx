import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardFieldName, CardType } from '#core/rules/payment.ts';
import { classNames } from '#ui/components/class-names.ts';
import { FieldError } from '#ui/components/field/field.tsx';
import { Icon } from '#ui/components/icon/icon.tsx';
import styles from './card-form.module.css';
import type { CardFieldView } from './use-card-fields-state.ts';
import { useCardTexts } from './use-card-texts.ts';

export interface CardFormProps {
  /** The places the provider puts its inputs in. */
  readonly containers: RefObject<Partial<Record<CardFieldName, HTMLElement | null>>>;
  readonly view: (name: CardFieldName) => CardFieldView;
  readonly cardType: CardType | null;
  readonly isReady: boolean;
  readonly isFailed: boolean;
  readonly onFocus: (name: CardFieldName) => void;
}

/** The order the fields stand in. */
export const shownCardFields = ['number', 'expirationDate', 'cvv', 'cardholderName'] as const;

/** The card fields. The inputs are the provider's own, in frames: digits never enter this page. */
export function CardForm(props: CardFormProps) {
  const { containers, view, cardType, isReady, isFailed, onFocus } = props;
  const { t } = useTranslation('checkout');
  return (
    <fieldset className={styles.form} aria-busy={(!isReady && !isFailed) || undefined}>
      <legend className={styles.legend}>{t('payment.card')}</legend>
      {shownCardFields.map((name) => (
        <CardField
          key={name}
          name={name}
          view={view(name)}
          hint={hintOf(name, cardType)}
          container={(element) => {
            containers.current[name] = element;
          }}
          isWaiting={!isReady && !isFailed}
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

interface CardFieldProps {
  readonly name: CardFieldName;
  readonly view: CardFieldView;
  readonly hint: 'payment.hint.cvv' | 'payment.hint.cvv_amex' | null;
  readonly container: (element: HTMLElement | null) => void;
  readonly isWaiting: boolean;
  readonly onFocus: () => void;
  readonly brand: CardType | null;
}

function CardField({ name, view, hint, container, isWaiting, onFocus, brand }: CardFieldProps) {
  const { t } = useTranslation('checkout');
  const { labels } = useCardTexts();
  const { isFocused, fault } = view;
  return (
    <div className={classNames(styles.field, styles[name])}>
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
      <FieldError id={`card-${name}-error`}>
        {fault === null ? null : t(`payment.${fault}.${name}`)}
      </FieldError>
      {hint !== null && <p className={styles.hint}>{t(hint)}</p>}
    </div>
  );
}
