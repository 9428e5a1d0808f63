import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardProviders, PaymentProvider } from '#core/model/payment.ts';
import { Radio } from '#ui/components/parts/fields/choices.tsx';
import { useLocale } from '#ui/hooks/use-locale.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './payment-methods.module.css';

/** The id of the bank transfer among the payment methods. */
export const transfer = 'transfer';

/** The id of a way to pay on a provider's page, which is its name in the order of the rows as well. */
export function pageRow(provider: string): string {
  return `page:${provider}`;
}

/** The ids of typed cards begin with it. */
const typedCard = 'new-card ';

/** Returns whether the payment method with this id is a card to be typed. */
export function isTypedCard(id: string | null): boolean {
  return id?.startsWith(typedCard) === true;
}

/** The first provider's id is the same before its name is known, so that its fields stay in the page. */
function cardId(name: string, index: number): string {
  return `${typedCard}${index === 0 ? '' : name}`;
}

/**
 * What the server responds about the providers for cards, in the order of the shop; a token is null while one is away.
 */
interface StartedProviders {
  readonly client_token: string | null;
  readonly provider: PaymentProvider;
  readonly providers: CardProviders;
}

/** The providers for cards, and the one whose fields are shown. */
export interface OfferedProviders {
  /** Their names; until the server has responded, one that is empty. */
  readonly names: readonly string[];
  /** The provider whose fields are shown: the chosen one, else the first. */
  readonly provider: string;
  readonly labelOf: (name: string) => string;
}

/** Providers for cards, among which the shopper chooses (docs/behaviour/checkout-and-payment.md#several-providers). */
export function useCardProviders() {
  const [names, setNames] = useState<readonly string[]>(['']);
  const [chosen, setChosen] = useState('');
  const { labels = {} } = useShop().initialState.payment;
  const locale = useLocale();
  return {
    names,
    provider: chosen === '' ? (names[0] ?? '') : chosen,
    labelOf: (name: string) => labels[name]?.[locale] ?? name,
    /** Empty for the first one. The fields are loaded anew when it changes. */
    chosen,
    /** Chooses the provider of the payment method with this id; nothing happens when that is no typed card. */
    choose(id: string) {
      const index = names.findIndex((name, place) => cardId(name, place) === id);
      if (index >= 0) setChosen(index === 0 ? '' : (names[index] ?? ''));
    },
    /** Keeps the server's response, and returns what the shown fields start with. */
    take(started: StartedProviders) {
      setNames(started.providers.map(({ name }) => name));
      return startOf(started, chosen);
    },
  };
}

/**
 * What the fields start with: the data of the chosen provider; of the first when none is chosen, or that one is gone.
 */
export function startOf({ client_token, provider, providers }: StartedProviders, chosen: string) {
  const found = providers.find(({ name }) => name === chosen) ?? providers[0];
  return found === undefined
    ? { client_token, provider, takes_cards: true }
    : { client_token: found.client_token, provider: found.name, takes_cards: found.takes_cards };
}

/** A typed card of each provider, in the order of the shop. `fields` are mounted in that of the shown provider only. */
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
  /** The other rows by their names in the order of the shop, such as `transfer`. */
  readonly others: Readonly<Record<string, PaymentMethodChoice>>;
  /** The order of the shop; absent: all cards, then the others. */
  readonly rows: readonly string[] | undefined;
}

/** The payment methods in the order of the shop, after the cards that the learner has saved. */
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
  /** Shown while it is chosen; kept in the page otherwise, because its frames must not be reloaded. */
  readonly children?: ReactNode;
}

interface PaymentMethodsProps {
  readonly choices: readonly PaymentMethodChoice[];
  /** Null when there is no choice. */
  readonly chosen: string | null;
  readonly onChoose: (id: string) => void;
}

/** The payment methods, with the chosen one open. A single one is not selectable. */
export function PaymentMethods({ choices, chosen, onChoose }: PaymentMethodsProps) {
  const { t } = useTranslation('checkout');
  const name = useId();
  // A typed card has its own heading.
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
