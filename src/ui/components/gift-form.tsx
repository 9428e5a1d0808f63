import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { CustomProperties } from '#core/rules/cart.ts';
import { giftDeliveries } from '#core/rules/cart.ts';
import type { ProductCard } from '#core/rules/catalogue.ts';
import { calendarDay } from '#core/rules/validity.ts';
import { useCartLine } from '#ui/components/add-to-cart.tsx';
import { Button } from '#ui/components/button.tsx';
import { Radio, TextArea, TextField } from '#ui/components/form-fields.tsx';
import { CheckoutLink } from '#ui/components/links.tsx';

import type { GiftFormValues } from '#ui/forms/gift-schema.ts';
import { giftSchema } from '#ui/forms/gift-schema.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useFormText } from '#ui/i18n/use-form-text.ts';
import styles from './gift-form.module.css';

export interface GiftFormProps {
  readonly product: ProductCard;
  /** A code may travel by e-mail or on paper; a box always comes as a parcel. */
  readonly isCode: boolean;
}

/** Whom a gift is for, what to say, how and when it comes; puts it into the cart with all of that. */
export function GiftForm({ product, isCode }: GiftFormProps) {
  const { t } = useTranslation('base');
  const { actions } = useShop();
  const formText = useFormText();
  const inCart = useCartLine(product.id);
  const today = calendarDay(Date.now());
  const { register, handleSubmit, watch, formState } = useForm<GiftFormValues>({
    resolver: zodResolver(giftSchema(today)),
    defaultValues: {
      delivery: isCode ? 'buyer' : 'parcel',
      recipient_name: '',
      recipient_email: '',
      greeting: '',
      deliver_on: '',
    },
  });
  const { errors, isSubmitting } = formState;
  const said = (message: string | undefined) => (message === undefined ? undefined : formText(message));
  const isFull = product.max_quantity !== null && inCart >= product.max_quantity;

  const submit = handleSubmit(async (wish) => {
    const answer = await actions.addToCart({
      product,
      quantity: 1,
      custom_properties: toCustomProperties(wish, isCode),
    });
    if (!answer.ok) return;
    actions.showNotification({ title: { text: product.title }, message: { key: 'base:buy.added' } });
  });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      {isCode && (
        <fieldset className={styles.ways}>
          <legend>{t('gift.delivery.title')}</legend>
          {giftDeliveries.map((way) => (
            <Radio key={way} value={way} {...register('delivery')}>
              {t(`gift.delivery.${way}`)}
            </Radio>
          ))}
        </fieldset>
      )}
      <TextField
        label={t('gift.recipient')}
        isOptional
        autoComplete="off"
        error={said(errors.recipient_name?.message)}
        {...register('recipient_name')}
      />
      {watch('delivery') === 'email' && (
        <>
          <TextField
            type="email"
            label={t('gift.email')}
            autoComplete="off"
            error={said(errors.recipient_email?.message)}
            {...register('recipient_email')}
          />
          <TextField
            type="date"
            label={t('gift.day')}
            hint={t('gift.day_hint')}
            isOptional
            min={today}
            error={said(errors.deliver_on?.message)}
            {...register('deliver_on')}
          />
        </>
      )}
      <TextArea
        label={t('gift.greeting')}
        hint={t('gift.greeting_hint')}
        isOptional
        error={said(errors.greeting?.message)}
        {...register('greeting')}
      />
      <div className={styles.end}>
        {isFull ? (
          <CheckoutLink size="large">{t('buy.to_checkout')}</CheckoutLink>
        ) : product.is_available ? (
          <Button type="submit" size="large" isLoading={isSubmitting}>
            {t('buy.add')}
          </Button>
        ) : (
          <Button size="large" disabled>
            {t('buy.sold_out')}
          </Button>
        )}
      </div>
    </form>
  );
}

/** What the cart keeps of a wish: empty fields and those of another way of delivery are left out. */
function toCustomProperties(wish: GiftFormValues, isCode: boolean): CustomProperties {
  const words = {
    ...(wish.recipient_name === '' ? {} : { recipient_name: wish.recipient_name }),
    ...(wish.greeting === '' ? {} : { greeting: wish.greeting }),
  };
  if (!isCode) return words;
  const { delivery, recipient_email, deliver_on } = wish;
  if (delivery === 'buyer') return { ...words, delivery, is_gift_pdf: true };
  if (delivery === 'parcel') return { ...words, delivery };
  return { ...words, delivery, recipient_email, ...(deliver_on === '' ? {} : { deliver_on }) };
}
