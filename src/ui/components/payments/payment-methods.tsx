import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardProviders, PaymentProvider } from '#core/model/payment.ts';
import { Radio } from '#ui/components/parts/fields/choices.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './payment-methods.module.css';

/** Payment method id of the bank transfer. */
export const transfer = 'transfer';

/**
 * Returns the payment method id of a payment on a provider's page; also the name of its row in the configured order.
 */
export function providerPageMethod(provider: string): string {
  return `page:${provider}`;
}

/** Id prefix of the forms for a new card. */
const typedCard = 'new-card ';

/** Returns whether the payment method with this id is a new card. */
export function isTypedCard(id: string | null): boolean {
  return id?.startsWith(typedCard) === true;
}

/** The first provider's id does not depend on its name, so that its fields stay mounted when the name becomes known. */
function cardId(name: string, index: number): string {
  return `${typedCard}${index === 0 ? '' : name}`;
}

/**
 * The server's response about the card providers, in the shop's order. The token of an unavailable provider is null.
 */
interface StartedProviders {
  readonly client_token: string | null;
  readonly provider: PaymentProvider;
  readonly providers: CardProviders;
}

/** The card providers, and the one whose fields are shown. */
export interface OfferedProviders {
  /** Names of the providers; one empty name until the server has responded. */
  readonly names: readonly string[];
  /** Provider whose fields are shown: the chosen one, else the first. */
  readonly provider: string;
  readonly labelOf: (name: string) => string;
}

/** State of the card providers and the shopper's choice (docs/behaviour/checkout-and-payment.md#several-providers). */
export function useCardProviders() {
  const [names, setNames] = useState<readonly string[]>(['']);
  const [chosen, setChosen] = useState('');
  const { labels = {} } = useShop().initialState.payment;
  const locale = useLocale();
  return {
    names,
    provider: chosen === '' ? (names[0] ?? '') : chosen,
    labelOf: (name: string) => labels[name]?.[locale] ?? name,
    /** Name of the chosen provider; empty for the first. A change reloads the fields. */
    chosen,
    /** Chooses the provider of the new card with this id; ignores ids of other payment methods. */
    choose(id: string) {
      const index = names.findIndex((name, place) => cardId(name, place) === id);
      if (index >= 0) setChosen(index === 0 ? '' : (names[index] ?? ''));
    },
    /** Stores the server's response and returns the start data of the shown fields. */
    take(started: StartedProviders) {
      setNames(started.providers.map(({ name }) => name));
      return startOf(started, chosen);
    },
  };
}

/**
 * Returns the start data of the chosen provider's fields; of the first provider if none is chosen or the chosen one is
 * gone.
 */
export function startOf({ client_token, provider, providers }: StartedProviders, chosen: string) {
  const found = providers.find(({ name }) => name === chosen) ?? providers[0];
  return found === undefined
    ? { client_token, provider, takes_cards: true }
    : { client_token: found.client_token, provider: found.name, takes_cards: found.takes_cards };
}

/** Returns a new card of each provider, in the shop's order. `fields` are mounted only for the shown provider. */
export function cardChoices(
  { names, provider, labelOf }: OfferedProviders,
  label: string,
  fields: ReactNode,
): PaymentMethodChoice[] {
  return names.map((name, index) => ({
    id: cardId(name, index),
    label: names.length > 1 ? `${label} (${labelOf(name)})` : label,
    children: name === provider && fields,
  }));
}

interface OfferedMethods {
  readonly saved: readonly PaymentMethodChoice[];
  readonly cards: readonly PaymentMethodChoice[];
  /** Other payment methods by the name of their row, such as `transfer`. */
  readonly others: Readonly<Record<string, PaymentMethodChoice>>;
  /** Configured order of the rows. Default: all cards, then the others. */
  readonly rows: readonly string[] | undefined;
}

/** Returns the payment methods in the shop's order; saved cards come first. */
export function methodsInOrder({
  saved,
  cards,
  others,
  rows,
}: OfferedMethods): readonly PaymentMethodChoice[] {
  const order = rows ?? [...cards.map(() => 'card'), ...Object.keys(others)];
  const left = [...cards];
  const placed = order.flatMap((row) => (row === 'card' ? left.shift() : others[row]) ?? []);
  return [...saved, ...placed];
}

export interface PaymentMethodChoice {
  readonly id: string;
  readonly label: string;
  /** Content shown while chosen. Stays mounted otherwise, because its iframes must not be reloaded. */
  readonly children?: ReactNode;
}

interface PaymentMethodsProps {
  readonly choices: readonly PaymentMethodChoice[];
  /** Id of the chosen method; null if there is none. */
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The payment methods, with the chosen one expanded. A single one has no radio button. */
export function PaymentMethods({ choices, chosen, onChoose }: PaymentMethodsProps) {
  const { t } = useTranslation('checkout');
  const name = useId();
  // A new card has its own heading.
  const isChoice = choices.length > 1 || !isTypedCard(choices[0]?.id ?? null);
  if (choices.length === 0) return null;
  return (
    <fieldset className={styles.methods} data-single={!isChoice || undefined}>
      <legend className={styles.legend}>{t('payment.method.title')}</legend>
      {choices.map(({ id, label, children }) => (
        <div key={id} className={styles.method} data-chosen={chosen === id || undefined}>
          {isChoice && (
            <Radio
              name={name}
              value={id}
              checked={chosen === id}
              onChange={() => onChoose(id)}
              className={styles.name}
            >
              {label}
            </Radio>
          )}
          {children !== undefined && (
            <div className={styles.panel} hidden={chosen !== id}>
              {children}
            </div>
          )}
        </div>
      ))}
    </fieldset>
  );
}
