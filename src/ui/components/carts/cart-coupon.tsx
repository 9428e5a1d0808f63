import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lengths } from '#core/model/text-lengths.ts';
import { Button, IconButton } from '#ui/components/parts/button.tsx';
import { FieldError } from '#ui/components/parts/fields/choices.tsx';
import input from '#ui/components/parts/fields/input.module.css';
import { Icon } from '#ui/components/parts/icon.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './cart-coupon.module.css';

/** The cart's coupon: one line that opens a field, or the applied one with a remove button. */
export function CartCoupon() {
  const { t } = useTranslation('component');
  const shop = useShop();
  const code = useStore(shop.stores.cart, (state) => state.cart.code);
  const [isOpen, setOpen] = useState(false);
  if (code !== null) return <AppliedCoupon code={code} />;
  if (isOpen) return <CouponForm />;
  return (
    <Button kind="text" className={styles.opener} aria-expanded={false} onClick={() => setOpen(true)}>
      <Icon name="tag" />
      {t('cart.coupon.label')}
    </Button>
  );
}

const focusWhenShown = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true });

function CouponForm() {
  const { t } = useTranslation('component');
  const shop = useShop();
  const failureText = useFailureText();
  const { isBusy, run } = useBusy();
  const [refusal, setRefusal] = useState<string | null>(null);
  const id = useId();

  async function apply(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const typed = new FormData(event.currentTarget).get('code');
    const code = typeof typed === 'string' ? typed.trim() : '';
    if (code === '') {
      setRefusal(t('cart.coupon.missing'));
      return;
    }
    await run(async () => {
      setRefusal(null);
      const response = await shop.actions.applyCoupon(code);
      if (!response.ok) setRefusal(failureText(response.error));
    });
  }

  return (
    <form className={styles.form} onSubmit={apply} noValidate>
      <label htmlFor={id} className={styles.label}>
        {t('cart.coupon.label')}
      </label>
      <div className={styles.row}>
        <input
          ref={focusWhenShown}
          id={id}
          name="code"
          className={input.input}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={lengths.code}
          aria-invalid={refusal === null ? undefined : true}
          aria-describedby={refusal === null ? undefined : `${id}-error`}
          onChange={() => setRefusal(null)}
        />
        <Button type="submit" kind="outline" isLoading={isBusy}>
          {t('cart.coupon.apply')}
        </Button>
      </div>
      <FieldError id={`${id}-error`}>{refusal}</FieldError>
    </form>
  );
}

function AppliedCoupon({ code }: { readonly code: string }) {
  const { t } = useTranslation(['component', 'error']);
  const shop = useShop();
  const { isBusy, run } = useBusy();
  const refusal = useStore(shop.stores.cart, (state) => state.cart.code_error);

  return (
    <div>
      <div className={styles.applied} data-counts={refusal === null} aria-busy={isBusy || undefined}>
        <Icon name="tag" />
        <span className={styles.code}>
          <strong>{code}</strong>{' '}
          <span>{refusal === null ? t('cart.coupon.applied') : t('cart.coupon.not_counting')}</span>
        </span>
        <IconButton
          icon="close"
          label={t('cart.coupon.cancel', { code })}
          aria-disabled={isBusy}
          onClick={() => run(() => shop.actions.cancelCoupon())}
        />
      </div>
      {refusal !== null && <p className={styles.refusal}>{t(`error:${refusal}.detail`)}</p>}
    </div>
  );
}
