import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';
import { highestQuantityOf } from '#core/rules/carts/cart-lines.ts';
import { useCartLine } from '#ui/components/carts/add-to-cart.tsx';
import fieldStyles from '#ui/components/carts/gift-fields.module.css';
import {
  GiftFields,
  type GiftFormValues,
  toCustomProperties,
  useGiftForm,
} from '#ui/components/carts/gift-fields.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import { CheckoutLink } from '#ui/components/parts/links/links.tsx';
import type { SchemaForm } from '#ui/forms/use-schema-form.ts';
import { useCheckoutAfterAdding } from '#ui/hooks/use-checkout-after-adding.ts';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './gift-form.module.css';
import { GiftPreview, type GiftPreviewProps } from './gift-preview.tsx';

interface GiftFormProps {
  readonly product: ProductCard;
  /** True if the gift is a code, sent by e-mail or on paper. A box is always shipped. */
  readonly isCode: boolean;
  /** Content that the code unlocks, for the preview of the sheet. */
  readonly opens?: Pick<GiftPreviewProps, 'title' | 'value'> | undefined;
}

/**
 * Prefills the sender with that of the last gift in the cart, else with the learner's name, unless something was typed
 * (docs/behaviour/gifts.md#sender-of-a-gift).
 */
function useUsualSender(form: SchemaForm<GiftFormValues>): void {
  const learner = useLearner();
  const last = useStore(useShop().stores.cart, ({ cart }) =>
    cart.products.findLast((line) => line.custom_properties.sender_name !== undefined),
  )?.custom_properties.sender_name;
  const usual = last ?? (learner === null ? '' : `${learner.firstname} ${learner.lastname}`.trim());
  const fill = useEffectEvent(() => {
    if (usual !== '' && form.getValues('sender_name') === '') form.setValue('sender_name', usual);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs only when the known sender changes
  useEffect(() => fill(), [usual]);
}

/** The form that adds a gift to the cart, with recipient, greeting, and kind and day of delivery. */
export function GiftForm({ product, isCode, opens }: GiftFormProps) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const inCart = useCartLine(product.id);
  const form = useGiftForm(isCode);
  useUsualSender(form);
  const isFull = inCart >= highestQuantityOf(product);

  const { noteAdding, link } = useCheckoutAfterAdding(isFull);

  const submit = form.handleSubmit(async (values) => {
    noteAdding();
    const response = await actions.addToCart({
      product,
      quantity: 1,
      custom_properties: toCustomProperties(values, isCode),
    });
    if (!response.ok) return;
    noteAdding();
    actions.showNotification({ title: { text: product.title }, message: { key: 'base:buy.added' } });
  });

  const fields = (
    <form className={fieldStyles.form} method="post" noValidate onSubmit={submit}>
      <GiftFields form={form} isCode={isCode} />
      <div className={styles.end}>
        {!product.is_available ? (
          <Button size="large" disabled>
            {t('buy.sold_out')}
          </Button>
        ) : isFull ? (
          <CheckoutLink {...link} size="large">
            {t('buy.to_checkout')}
          </CheckoutLink>
        ) : (
          <Button type="submit" size="large" isLoading={form.isSubmitting}>
            {t('buy.add')}
          </Button>
        )}
      </div>
    </form>
  );
  if (opens === undefined) return fields;
  const [recipient, sender, greeting, theme] = form.watch([
    'recipient_name',
    'sender_name',
    'greeting',
    'theme',
  ]);
  return (
    <div className={styles.withPreview}>
      {fields}
      <GiftPreview {...opens} recipient={recipient} sender={sender} greeting={greeting} theme={theme} />
    </div>
  );
}
