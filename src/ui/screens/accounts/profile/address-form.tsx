import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedAddress } from '#core/model/address.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { AddressFields } from '#ui/components/accounts/address-fields.tsx';
import {
  billingCountries,
  learnerForm,
  toAddressForm,
  toPostalAddress,
} from '#ui/components/accounts/address-schema.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Checkbox } from '#ui/components/parts/fields/choices.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import styles from './profile.module.css';

interface AddressFormProps {
  readonly title: string;
  readonly address: SavedAddress | null;
  /** Whether it is the first address, which is preselected as the default. */
  readonly isFirst: boolean;
  readonly onWrite: (address: Omit<SavedAddress, 'id'>) => Promise<Result<SavedAddress, CallFailure>>;
  readonly onCancel: () => void;
}

/** The form of an address. It takes the focus when it opens. */
export function AddressForm({ title, address, isFirst, onWrite, onCancel }: AddressFormProps) {
  const { t } = useTranslation('myProfile');
  const id = useId();
  const [isForShipping, setForShipping] = useState(address?.is_default_shipping ?? isFirst);
  const [isForBilling, setForBilling] = useState(address?.is_default_billing ?? isFirst);
  const form = useSchemaForm(learnerForm, {
    mode: 'onTouched',
    defaultValues: { email: '', address: toAddressForm(address, billingCountries[0]) },
  });

  const { setFocus } = form;
  useEffect(() => setFocus('address.salutation'), [setFocus]);

  const submit = form.handleSubmit(async ({ address: typed }) => {
    const response = await onWrite({
      ...toPostalAddress(typed),
      is_default_shipping: isForShipping,
      is_default_billing: isForBilling,
    });
    if (!response.ok) form.showFailure(response.error);
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
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <div className={styles.choices}>
        <Button type="submit" isLoading={form.isSubmitting}>
          {t('data.save')}
        </Button>
        <Button kind="outline" onClick={onCancel}>
          {t('data.cancel')}
        </Button>
      </div>
    </form>
  );
}
