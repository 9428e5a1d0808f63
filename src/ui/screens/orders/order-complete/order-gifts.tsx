import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoughtGift, GiftChange } from '#core/model/gift.ts';
import type { Order } from '#core/model/order.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { stepsOf } from '#core/rules/gifts/gift-states.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { giftPlanSchema } from '#ui/forms/gift-schemas.ts';
import { useSchemaForm } from '#ui/forms/use-schema-form.ts';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './order-gifts.module.css';

/** The state of each gift of an order, and the buyer's options (docs/behaviour/gifts.md#states-of-a-gift). */
export function OrderGifts({ order, onKept }: { readonly order: Order; readonly onKept: () => void }) {
  const { t } = useTranslation('checkout');
  const { queries } = useShop();
  const [gifts, setGifts] = useState<readonly BoughtGift[]>([]);
  const isWanted = order.products.some(({ kind }) => kind === 'gift' || kind === 'voucher');
  useEffect(() => {
    if (!isWanted) return;
    let isOutdated = false;
    void queries.listOrderGifts(order.id).then((response) => {
      if (response.ok && !isOutdated) setGifts(response.value);
    });
    return () => {
      isOutdated = true;
    };
  }, [isWanted, order.id, queries]);
  if (gifts.length === 0) return null;
  return (
    <section aria-labelledby="gifts-title">
      <h3 id="gifts-title" className={styles.title}>
        {t('gifts.title')}
      </h3>
      <List className={styles.list}>
        {gifts.map((gift) => (
          <li key={gift.id}>
            <GiftState
              gift={gift}
              onChanged={(next, step) => {
                setGifts((known) => withChanged(known, gift.id, next));
                if (step === 'keep') onKept();
              }}
            />
          </li>
        ))}
      </List>
    </section>
  );
}

/**
 * Returns the gifts with the changed one as in the response to its change. The others stay, because responses about
 * several gifts may arrive in another order than the changes were made.
 */
export function withChanged(
  gifts: readonly BoughtGift[],
  id: string,
  response: readonly BoughtGift[],
): readonly BoughtGift[] {
  const changed = response.find((gift) => gift.id === id);
  return gifts.flatMap((gift) => (gift.id === id ? (changed ?? []) : gift));
}

interface GiftStateProps {
  readonly gift: BoughtGift;
  readonly onChanged: (gifts: readonly BoughtGift[], step: GiftChange['step']) => void;
}

function GiftState({ gift, onChanged }: GiftStateProps) {
  const { t } = useTranslation('checkout');
  const { actions } = useShop();
  const dayText = useDateText();
  const { isBusy, error, call } = useApiCall();
  const [isPlanning, setPlanning] = useState(false);
  const [done, setDone] = useState<GiftChange['step'] | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const { state, delivery, recipient_name, recipient_email, deliver_on } = gift;
  const at = gift.redeemed_at ?? gift.opened_at ?? gift.sent_at;
  const day = deliver_on ?? (at === null ? null : calendarDay(Date.parse(at)));
  const key = state === 'planned' && deliver_on === null ? 'soon' : state;

  function change(wanted: GiftChange): void {
    setDone(null);
    void call(
      () => actions.changeGift(gift, wanted),
      (next) => changed(next, wanted.step),
    );
  }

  function changed(next: readonly BoughtGift[], step: GiftChange['step']): void {
    setDone(step);
    setPlanning(false);
    // The focused button may be removed with its form or option.
    container.current?.focus();
    onChanged(next, step);
  }

  function closeForm(): void {
    setPlanning(false);
    container.current?.focus();
  }

  return (
    <div ref={container} tabIndex={-1} className={styles.gift}>
      <p>
        <strong>
          {recipient_name === null ? gift.title : t('gifts.for', { title: gift.title, name: recipient_name })}
        </strong>
      </p>
      <p className={styles.state}>
        {t(`gifts.state.${key}`, {
          day: day === null ? '' : dayText(state === 'planned' ? day : calendarDay(Date.parse(at ?? day))),
          recipient: recipient_email ?? '',
        })}
      </p>
      {error !== null && done === null && <Notice tone="error">{error}</Notice>}
      <p role="status" className={styles.state}>
        {done === null ? '' : t(`gifts.done.${done}`)}
      </p>
      {isPlanning ? (
        <PlanForm gift={gift} onPlanned={(next) => changed(next, 'plan')} onCancel={closeForm} />
      ) : (
        <p className={styles.steps}>
          {stepsOf(delivery, state).map((step) => (
            <Button
              key={step}
              kind="text"
              isLoading={isBusy}
              onClick={() => (step === 'plan' ? setPlanning(true) : change({ step }))}
            >
              {t(`gifts.step.${step}`)}
            </Button>
          ))}
        </p>
      )}
    </div>
  );
}

interface PlanFormProps {
  readonly gift: BoughtGift;
  readonly onPlanned: (gifts: readonly BoughtGift[]) => void;
  readonly onCancel: () => void;
}

/** The form to change address or day of a gift; without a day it is sent at once. */
function PlanForm({ gift, onPlanned, onCancel }: PlanFormProps) {
  const { t } = useTranslation(['checkout', 'base', 'component']);
  const { actions } = useShop();
  const today = calendarDay(Date.now());
  const form = useSchemaForm(giftPlanSchema(today), {
    defaultValues: { recipient_email: gift.recipient_email ?? '', deliver_on: gift.deliver_on ?? '' },
  });

  const { setFocus } = form;
  // The pressed button was removed.
  useEffect(() => setFocus('recipient_email'), [setFocus]);

  const submit = form.handleSubmit(async ({ recipient_email, deliver_on }) => {
    const day = deliver_on === '' ? null : deliver_on;
    const planned = await actions.changeGift(gift, { step: 'plan', recipient_email, deliver_on: day });
    if (planned.ok) onPlanned(planned.value);
    else form.showFailure(planned.error);
  });

  return (
    <form className={styles.form} method="post" noValidate onSubmit={submit}>
      <TextField
        type="email"
        label={t('base:gift.email')}
        autoComplete="off"
        {...form.field('recipient_email')}
      />
      <TextField
        type="date"
        label={t('base:gift.day')}
        hint={t('base:gift.day_hint')}
        isOptional
        min={today}
        {...form.field('deliver_on')}
      />
      {form.formError !== undefined && <Notice tone="error">{form.formError}</Notice>}
      <p className={styles.steps}>
        <Button type="submit" kind="outline" isLoading={form.isSubmitting}>
          {t('gifts.save')}
        </Button>
        <Button kind="text" onClick={onCancel}>
          {t('component:dialog.cancel')}
        </Button>
      </p>
    </form>
  );
}
