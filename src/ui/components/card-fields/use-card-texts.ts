import { useTranslation } from 'react-i18next';
import type { CardFieldName } from '#core/rules/payment.ts';
import { cardFieldNames } from '#core/rules/payment.ts';

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
