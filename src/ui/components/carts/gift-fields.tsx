import { useTranslation } from 'react-i18next';
import type * as z from 'zod/mini';
import type { CustomProperties } from '#core/model/cart.ts';
import { giftDeliveries, giftThemes } from '#core/model/gift-choice.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { Radio } from '#ui/components/parts/fields/choices.tsx';
import { TextArea, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { giftSchema } from '#ui/forms/gift-schemas.ts';
import { printableField } from '#ui/forms/printable-field.ts';
import { type SchemaForm, useSchemaForm } from '#ui/forms/use-schema-form.ts';
import styles from './gift-fields.module.css';
import { GiftMotif } from './gift-motif.tsx';
import { ShippingTerms } from './goods-terms.tsx';

export type GiftFormValues = z.output<ReturnType<typeof giftSchema>>;

/** Creates the form of a gift, empty or with the given values. */
export function useGiftForm(isCode: boolean, typed: CustomProperties = {}) {
  return useSchemaForm<GiftFormValues>(giftSchema(calendarDay(Date.now())), {
    defaultValues: {
      delivery: typed.delivery ?? (isCode ? 'buyer' : 'parcel'),
      theme: typed.theme ?? 'neutral',
      recipient_name: typed.recipient_name ?? '',
      recipient_email: typed.recipient_email ?? '',
      sender_name: typed.sender_name ?? '',
      greeting: typed.greeting ?? '',
      deliver_on: typed.deliver_on ?? '',
    },
  });
}

interface GiftFieldsProps {
  readonly form: SchemaForm<GiftFormValues>;
  readonly isCode: boolean;
}

/** Fields for recipient, greeting, theme, and kind and day of delivery. */
export function GiftFields({ form, isCode }: GiftFieldsProps) {
  const { t } = useTranslation('base');
  return (
    <>
      {isCode && (
        <fieldset className={styles.ways}>
          <legend>{t('gift.delivery.title')}</legend>
          {giftDeliveries.map((way) => (
            <Radio key={way} value={way} {...form.register('delivery')}>
              {t(`gift.delivery.${way}`)}
            </Radio>
          ))}
          <div className={styles.terms}>
            <span>{t('gift.delivery.parcel_terms')}</span> <ShippingTerms />
          </div>
        </fieldset>
      )}
      <TextField
        label={t('gift.recipient')}
        isOptional
        autoComplete="off"
        {...printableField(form, 'recipient_name')}
      />
      {form.watch('delivery') === 'email' && (
        <>
          <TextField
            type="email"
            label={t('gift.email')}
            autoComplete="off"
            {...form.field('recipient_email')}
          />
          <TextField
            type="date"
            label={t('gift.day')}
            hint={t('gift.day_hint')}
            isOptional
            min={calendarDay(Date.now())}
            {...form.field('deliver_on')}
          />
        </>
      )}
      {isCode && <GiftThemes form={form} />}
      <TextArea
        label={t('gift.greeting')}
        hint={t('gift.greeting_hint')}
        isOptional
        {...printableField(form, 'greeting')}
      />
      <TextField
        label={t('gift.sender')}
        hint={t('gift.sender_hint')}
        isOptional
        autoComplete="name"
        {...printableField(form, 'sender_name')}
      />
    </>
  );
}

/** Radio buttons for the gift's theme, each with the drawing that is printed on the sheet. */
function GiftThemes({ form }: Pick<GiftFieldsProps, 'form'>) {
  const { t } = useTranslation(['base', 'component']);
  return (
    <fieldset className={styles.ways}>
      <legend>{t('base:gift.theme')}</legend>
      <div className={styles.themes}>
        {giftThemes.map((theme) => (
          <Radio key={theme} value={theme} className={styles.theme} {...form.register('theme')}>
            <GiftMotif theme={theme} className={styles.motif} />
            {t(`component:cart.gift.themes.${theme}`)}
          </Radio>
        ))}
      </div>
    </fieldset>
  );
}

/** Converts the form values to the properties of the cart line: without empty fields and those of another delivery. */
export function toCustomProperties(values: GiftFormValues, isCode: boolean): CustomProperties {
  const { delivery, theme, recipient_name, recipient_email, sender_name, greeting, deliver_on } = values;
  const texts = {
    ...(recipient_name === '' ? {} : { recipient_name }),
    ...(sender_name === '' ? {} : { sender_name }),
    ...(greeting === '' ? {} : { greeting }),
  };
  if (!isCode) return texts;
  const code = { ...texts, ...(theme === 'neutral' ? {} : { theme }), delivery };
  if (delivery === 'buyer') return { ...code, is_gift_pdf: true };
  if (delivery === 'parcel') return code;
  return { ...code, recipient_email, ...(deliver_on === '' ? {} : { deliver_on }) };
}
