import { type Ref, useImperativeHandle } from 'react';
import { useTranslation } from 'react-i18next';
import type { PostalAddress } from '#core/model/address.ts';
import { AddressFields } from '#ui/components/accounts/address-fields.tsx';
import {
  billingCountries,
  learnerForm,
  toAddressForm,
  toPostalAddress,
} from '#ui/components/accounts/address-schema.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import styles from './billing-form.module.css';

/** The fields of an invoice address; read them through the ref. */
export function BillingForm({ ref }: { readonly ref: Ref<BillingAddressHandle> }) {
  const { t } = useTranslation('checkout');
  const form = useSchemaForm(learnerForm, {
    mode: 'onTouched',
    defaultValues: { email: '', address: toAddressForm(null, billingCountries[0]) },
  });

  useImperativeHandle(ref, () => ({
    async read() {
      const isRight = await form.trigger(undefined, { shouldFocus: true });
      return isRight ? toPostalAddress(form.getValues('address')) : null;
    },
  }));

  return (
    <fieldset className={styles.form}>
      <legend>{t('payment.billing_title')}</legend>
      <AddressFields form={form} countries={billingCountries} purpose="billing" idPrefix="billing" />
    </fieldset>
  );
}

/** Reads the fields of an invoice address. */
export interface BillingAddressHandle {
  /** Returns the address. Null if it is invalid; the errors are then shown. */
  read(): Promise<PostalAddress | null>;
}
