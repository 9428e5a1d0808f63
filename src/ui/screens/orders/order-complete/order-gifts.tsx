import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BoughtGift, GiftChange } from '#core/model/gift.ts';
import type { Order } from '#core/model/order.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { stepsOf } from '#core/rules/gifts/gift-states.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import { Notice } from '#ui/components/parts/notice.tsx';
import { List } from '#ui/components/parts/page-parts.tsx';
import { useApiCall } from '#ui/hooks/use-api-call.ts';
import { useDateText } from '#ui/hooks/use-formats.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './order-gifts.module.css';

/** Where each gift of an order is, and what its buyer can do with it (docs/behaviour/gifts.md#states-of-a-gift). */
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
                setGifts(next);
                if (step === 'keep') onKept();
              }}
            />
          </li>
        ))}
      </List>
    </section>
  );
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
  const { state, delivery, recipient_name, recipient_email, deliver_on } = gift;
  const at = gift.redeemed_at ?? gift.opened_at ?? gift.sent_at;
  const day = deliver_on ?? (at === null ? null : calendarDay(Date.parse(at)));
  const key = state === 'planned' && deliver_on === null ? 'soon' : state;

  function change(wanted: GiftChange): void {
    void call(
      () => actions.changeGift(gift, wanted),
      (next) => {
        setPlanning(false);
        setDone(wanted.step);
        onChanged(next, wanted.step);
      },
    );
  }

  return (
    <div className={styles.gift}>
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
      {error !== null && <Notice tone="error">{error}</Notice>}
      <p role="status" className={styles.state}>
        {done === null ? '' : t(`gifts.done.${done}`)}
      </p>
      {isPlanning ? (
        <PlanForm gift={gift} isBusy={isBusy} onPlan={change} />
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
  readonly isBusy: boolean;
  readonly onPlan: (change: GiftChange) => void;
}

/** Another address or day; without a day at once. */
function PlanForm({ gift, isBusy, onPlan }: PlanFormProps) {
  const { t } = useTranslation(['checkout', 'base']);
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        const fields = new FormData(event.currentTarget);
        const day = String(fields.get('day') ?? '');
        onPlan({
          step: 'plan',
          recipient_email: String(fields.get('email') ?? ''),
          deliver_on: day === '' ? null : day,
        });
      }}
    >
      <TextField
        name="email"
        type="email"
        required
        label={t('base:gift.email')}
        defaultValue={gift.recipient_email ?? ''}
      />
      <TextField
        name="day"
        type="date"
        label={t('base:gift.day')}
        hint={t('base:gift.day_hint')}
        isOptional
        min={calendarDay(Date.now())}
        defaultValue={gift.deliver_on ?? ''}
      />
      <Button type="submit" kind="outline" isLoading={isBusy}>
        {t('gifts.save')}
      </Button>
    </form>
  );
}
