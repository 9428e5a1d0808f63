import { useTranslation } from 'react-i18next';
import type { CustomProperties } from '#core/model/cart.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './gift-fields.module.css';
import { GiftFields, toCustomProperties, useGiftForm } from './gift-fields.tsx';

interface GiftEditorProps {
  readonly lineId: string;
  readonly typed: CustomProperties;
  /** True if the gift is a code, which can be mailed or printed. A box is always shipped. */
  readonly isCode: boolean;
  readonly onSaved: () => void;
}

/** The form to edit a gift in the cart: recipient, greeting, delivery, day. */
export function GiftEditor({ lineId, typed, isCode, onSaved }: GiftEditorProps) {
  const { t } = useTranslation('component');
  const { actions } = useShop();
  const form = useGiftForm(isCode, typed);

  const submit = form.handleSubmit(async (values) => {
    const response = await actions.editCartLine(lineId, toCustomProperties(values, isCode));
    if (response.ok) onSaved();
    else if ('detail' in response.error) form.showFailure(response.error);
  });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <GiftFields form={form} isCode={isCode} />
      <Button type="submit" isLoading={form.isSubmitting}>
        {t('cart.gift.save')}
      </Button>
    </form>
  );
}
