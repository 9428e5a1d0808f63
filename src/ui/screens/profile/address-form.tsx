import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import type { SavedAddress } from '#core/rules/address.ts';
import type { CallFailure } from '#core/rules/failure.ts';
import type { Result } from '#core/rules/result.ts';
import { Button } from '#ui/components/button.tsx';
import { Checkbox } from '#ui/components/form-fields.tsx';
import { Notice } from '#ui/components/notice.tsx';
import { assignFailure } from '#ui/forms/assign-failure.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { AddressFields } from '#ui/screens/checkout/address-fields.tsx';
import type { ContactForm } from '#ui/screens/checkout/address-schema.ts';
import {
  billingCountries,
  learnerForm,
  toAddressForm,
  toPostalAddress,
} from '#ui/screens/checkout/address-schema.ts';

import styles from './profile.module.css';

interface AddressFormProps {
  readonly title: string;
  /** The one to change; null for a new one. */
  readonly address: SavedAddress | null;
  /** The first of a book is the main one, unless its owner decides otherwise. */
  readonly isFirst: boolean;
  readonly onWrite: (address: Omit<SavedAddress, 'id'>) => Promise<Result<SavedAddress, CallFailure>>;
  readonly onCancel: () => void;
}

const fields = [
  'address.salutation',
  'address.firstname',
  'address.lastname',
  'address.company',
  'address.street',
  'address.house_number',
  'address.postal_code',
  'address.city',
  'address.country',
  'address.phone',
] as const;

/** Writes an address of the book; it gets the focus when it opens. */
export function AddressForm({ title, address, isFirst, onWrite, onCancel }: AddressFormProps) {
  const { t } = useTranslation('myProfile');
  const failureText = useFailureText();
  const id = useId();
  const [isForShipping, setForShipping] = useState(address?.is_default_shipping ?? isFirst);
  const [isForBilling, setForBilling] = useState(address?.is_default_billing ?? isFirst);
  const form = useForm<ContactForm>({
    resolver: zodResolver(learnerForm),
    mode: 'onTouched',
    defaultValues: { email: '', address: toAddressForm(address, billingCountries[0]) },
  });
  const { errors, isSubmitting } = form.formState;

  const { setFocus } = form;
  useEffect(() => setFocus('address.salutation'), [setFocus]);

  const submit = form.handleSubmit(async ({ address: typed }) => {
    const answer = await onWrite({
      ...toPostalAddress(typed),
      is_default_shipping: isForShipping,
      is_default_billing: isForBilling,
    });
    if (!answer.ok && !assignFailure(answer.error, fields, form.setError)) {
      form.setError('root', { type: 'host', message: failureText(answer.error) });
    }
  });

  return (
    <form className={styles.form} method="post" noValidate aria-labelledby={id} onSubmit={submit}>
      <h3 id={id}>{title}</h3>
      <AddressFields form={form} countries={billingCountries} purpose="shipping" idPrefix={id} />
      <div>
        <Checkbox checked={isForShipping} onChange={(event) => setForShipping(event.target.checked)}>
          {t('data.addresses.default_shipping')}
        </Checkbox>
        <Checkbox checked={isForBilling} onChange={(event) => setForBilling(event.target.checked)}>
          {t('data.addresses.default_billing')}
        </Checkbox>
      </div>
      {errors.root !== undefined && <Notice tone="error">{errors.root.message}</Notice>}
      <div className={styles.choices}>
        <Button type="submit" isLoading={isSubmitting}>
          {t('data.save')}
        </Button>
        <Button kind="outline" onClick={onCancel}>
          {t('data.cancel')}
        </Button>
      </div>
    </form>
  );
}
