import { type FormEvent, Suspense, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import type { CouponRefusal } from '#core/model/coupon.ts';
import { lengths } from '#core/model/text-lengths.ts';
import { Button, IconButton } from '#ui/components/parts/button.tsx';
import { FieldError } from '#ui/components/parts/fields/choices.tsx';
import input from '#ui/components/parts/fields/input.module.css';
import { Icon } from '#ui/components/parts/icon.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import { useFailureText } from '#ui/hooks/use-failure-text.ts';
import { useShop, useStore } from '#ui/hooks/use-shop.ts';
import styles from './cart-coupon.module.css';

/** The cart's coupon and voucher, each with a remove button, and one line that opens a field for another code. */
export function CartCoupon() {
  const { t } = useTranslation('component');
  const shop = useShop();
  const code = useStore(shop.stores.cart, (state) => state.cart.code);
  const hasVoucher = useStore(shop.stores.cart, (state) => state.cart.has_voucher);
  const [isOpen, setOpen] = useState(false);
  const codes = useRef<HTMLDivElement>(null);

  /** Moves the focus to the button that opens the field, or to the field, after the focused element was removed. */
  function focusEntry(): void {
    const entry = codes.current?.querySelector<HTMLElement>('[aria-expanded], input');
    entry?.focus({ preventScroll: true });
  }

  return (
    <div ref={codes} className={styles.codes}>
      {code !== null && <AppliedCoupon code={code} onCancelled={focusEntry} />}
      {hasVoucher && <AppliedVoucher onCancelled={focusEntry} />}
      {isOpen ? (
        <CouponForm
          onApplied={() => {
            flushSync(() => setOpen(false));
            focusEntry();
          }}
        />
      ) : (
        <Button kind="text" className={styles.opener} aria-expanded={false} onClick={() => setOpen(true)}>
          <Icon name="tag" />
          {t('cart.coupon.label')}
        </Button>
      )}
    </div>
  );
}

const focusWhenShown = (field: HTMLInputElement | null) => field?.focus({ preventScroll: true });

function CouponForm({ onApplied }: { readonly onApplied: () => void }) {
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
      if (response.ok) onApplied();
      else setRefusal(failureText(response.error));
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

interface CancellableProps {
  readonly onCancelled: () => void;
}

function AppliedCoupon({ code, onCancelled }: CancellableProps & { readonly code: string }) {
  const { t } = useTranslation('component');
  const refusal = useStore(useShop().stores.cart, (state) => state.cart.code_error);
  return (
    <div>
      <AppliedCode
        kind="coupon"
        name={code}
        cancel={t('cart.coupon.cancel', { code })}
        isCounting={refusal === null}
        onCancelled={onCancelled}
      />
      {refusal !== null && (
        // The text may still be loading; the rest of the page does not wait for it.
        <Suspense>
          <Refusal code={refusal} />
        </Suspense>
      )}
    </div>
  );
}

function Refusal({ code }: { readonly code: CouponRefusal }) {
  const { t } = useTranslation('error');
  return <p className={styles.refusal}>{t(`${code}.detail`)}</p>;
}

function AppliedVoucher({ onCancelled }: CancellableProps) {
  const { t } = useTranslation('component');
  const isCounting = useStore(useShop().stores.cart, (state) => state.cart.credit > 0);
  return (
    <AppliedCode
      kind="voucher"
      name={t('cart.kind.voucher')}
      cancel={t('cart.coupon.cancel_voucher')}
      isCounting={isCounting}
      onCancelled={onCancelled}
    />
  );
}

interface AppliedCodeProps extends CancellableProps {
  readonly kind: 'coupon' | 'voucher';
  readonly name: string;
  /** Label of the remove button. */
  readonly cancel: string;
  readonly isCounting: boolean;
}

function AppliedCode({ kind, name, cancel, isCounting, onCancelled }: AppliedCodeProps) {
  const { t } = useTranslation('component');
  const shop = useShop();
  const { isBusy, run } = useBusy();

  async function remove(): Promise<void> {
    const response = await shop.actions.cancelCode(kind);
    if (response.ok) onCancelled();
  }

  return (
    <div className={styles.applied} data-counts={isCounting} aria-busy={isBusy || undefined}>
      <Icon name="tag" />
      <span className={styles.code}>
        <strong>{name}</strong>{' '}
        <span>{isCounting ? t('cart.coupon.applied') : t('cart.coupon.not_counting')}</span>
      </span>
      <IconButton icon="close" label={cancel} aria-disabled={isBusy} onClick={() => run(remove)} />
    </div>
  );
}
