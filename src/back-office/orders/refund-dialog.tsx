import { type Dispatch, type SetStateAction, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import {
  orderActionEndpoints,
  type RefundEffects,
  type WantedRefund,
} from '#api/operations/order-action-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { useOfferedActions } from '#back-office/kit/records/offered-actions.ts';
import { readEuros } from '#back-office/kit/typed-euros.ts';
import { useFailureText } from '#back-office/kit/use-operator-failure-text.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { cents } from '#core/rules/basics/money.ts';
import type { CallFailure, Result } from '#core/rules/basics/result.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Checkbox, Radio } from '#ui/components/parts/fields/choices.tsx';
import { Select, TextField } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './order.module.css';

/** Input of the dialog. */
interface Choice {
  readonly isWhole: boolean;
  /** Quantities by line id; 0 gives money for the line and takes nothing back. */
  readonly pieces: Readonly<Record<string, number | undefined>>;
  readonly shipping: boolean;
  /** As typed. Empty for the price of the chosen pieces. */
  readonly amount: string;
  readonly keepsGoods: boolean;
}

const nothingChosen: Choice = { isWhole: true, pieces: {}, shipping: false, amount: '', keepsGoods: false };

/** Whether a line is chosen for money alone, but no amount is typed. */
const lacksAmount = ({ isWhole, pieces, amount }: Choice) =>
  !isWhole && amount.trim() === '' && Object.values(pieces).includes(0);

/** Returns the request for the input. Null if nothing is chosen, or the amount is invalid or missing. */
export function wantedRefund(order: Pick<OperatorOrder, 'lines'>, choice: Choice): WantedRefund | null {
  const keeps_goods = choice.keepsGoods;
  if (choice.isWhole) return { lines: 'all', includes_shipping: true, amount: null, keeps_goods };
  const amount = choice.amount.trim() === '' ? null : readEuros(choice.amount);
  if ((amount === null && choice.amount.trim() !== '') || lacksAmount(choice)) return null;
  const chosen = order.lines.filter(({ id }) => choice.pieces[id] !== undefined);
  // An amount without a chosen line is spread over all lines, and no goods are returned.
  const lines = (chosen.length === 0 && amount !== null ? order.lines : chosen).map(({ id }) => ({
    line_id: id,
    quantity: choice.pieces[id] ?? 0,
  }));
  if (lines.length === 0 && !choice.shipping) return null;
  return { lines, includes_shipping: choice.shipping, amount, keeps_goods };
}

const debounceMs = 200;

interface RefundActionProps {
  readonly order: OperatorOrder;
  readonly kind: 'gold' | 'outline';
  /** Called after the refund; the order is then reloaded. */
  readonly onDone: () => void;
}

/** Refund button, also offered in the palette. The input is kept when the dialog is closed by Escape. */
export function RefundAction({ order, kind, onDone }: RefundActionProps) {
  const { t } = useTranslation('backOffice');
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const [choice, setChoice] = useState(nothingChosen);
  useOfferedActions([{ name: t('orderAction.refund.open'), run: () => setOpen(true) }]);
  function end(): void {
    setOpen(false);
    setChoice(nothingChosen);
  }
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {t('orderAction.refund.open')}
      </Button>
      {isOpen && (
        <RefundDialog
          order={order}
          choice={choice}
          setChoice={setChoice}
          onClose={() => setOpen(false)}
          onCancel={end}
          onDone={() => {
            end();
            onDone();
            void revalidate();
          }}
        />
      )}
    </>
  );
}

interface RefundDialogProps {
  readonly order: OperatorOrder;
  readonly choice: Choice;
  readonly setChoice: Dispatch<SetStateAction<Choice>>;
  readonly onClose: () => void;
  readonly onCancel: () => void;
  readonly onDone: () => void;
}

/** Dialog that shows the effects of a refund before it is made. The server computes them as for the real refund. */
function RefundDialog({ order, choice, setChoice, onClose, onCancel, onDone }: RefundDialogProps) {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  const failureText = useFailureText();
  const { revalidate } = useRevalidator();
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const wanted = wantedRefund(order, choice);
  const seen_refunds = order.refunds.length;
  const key = JSON.stringify([wanted, seen_refunds]);
  // One id per request, so that a retry after a lost response does not refund twice.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another request is another refund
  const refund_id = useMemo(() => crypto.randomUUID(), [key]);
  const effects = useEffects(order.id, wanted, key);

  function choose(change: Partial<Choice>): void {
    setFailure(null);
    setChoice((before) => ({ ...before, ...change }));
  }

  async function send(): Promise<void> {
    if (wanted === null) return;
    setSending(true);
    setFailure(null);
    const sent = await call(orderActionEndpoints.refundOperatorOrder, {
      params: { id: order.id },
      body: { ...wanted, refund_id, seen_refunds },
    });
    setSending(false);
    if (sent.ok) return onDone();
    setFailure(failureText(sent.error));
    if (sent.error.code === 'RECORD_CHANGED') void revalidate();
  }

  const shown = effects?.ok === true ? effects.value : null;
  const hasGoods = order.lines.some((line) => line.is_shipped);
  const given = shown === null ? null : cents(shown.amount + shown.credit);
  return (
    <Dialog isOpen onClose={onClose} title={t('refund.title', { order: order.code })}>
      <fieldset className={styles.scope}>
        <legend>{t('refund.scope')}</legend>
        <Radio name="scope" checked={choice.isWhole} onChange={() => choose({ isWhole: true })}>
          {t('refund.whole')}
        </Radio>
        <Radio name="scope" checked={!choice.isWhole} onChange={() => choose({ isWhole: false })}>
          {t('refund.parts')}
        </Radio>
      </fieldset>
      {!choice.isWhole && <Parts order={order} choice={choice} onChoose={choose} />}
      {hasGoods && (
        <Checkbox checked={choice.keepsGoods} onChange={() => choose({ keepsGoods: !choice.keepsGoods })}>
          {t('refund.keepsGoods')}
        </Checkbox>
      )}
      <section className={styles.effects} aria-live="polite" aria-label={t('refund.effects')}>
        {shown !== null && <Effects effects={shown} wanted={wanted?.amount ?? null} />}
        {effects?.ok === false && failure === null && <p>{failureText(effects.error)}</p>}
        {wanted === null && <p>{t(lacksAmount(choice) ? 'refund.amountMissing' : 'refund.nothingChosen')}</p>}
      </section>
      <p className={styles.refundFailure} role="alert">
        {failure}
      </p>
      <div className={styles.dialogActions}>
        <Button kind="outline" onClick={onCancel}>
          {t('form.cancel')}
        </Button>
        <Button isLoading={isSending} disabled={given === null} onClick={() => void send()}>
          {given === null ? t('refund.submit') : t('refund.submitAmount', { amount: money(given) })}
        </Button>
      </div>
    </Dialog>
  );
}

/** Loads the effects of a refund request. Null while loading. */
function useEffects(id: string, wanted: WantedRefund | null, key: string) {
  const [computed, setComputed] = useState<{
    readonly key: string;
    readonly result: Result<RefundEffects, CallFailure>;
  } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is the request, and how many refunds there are
  useEffect(() => {
    if (wanted === null) return;
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const result = await call(
        orderActionEndpoints.previewOperatorRefund,
        { params: { id }, body: wanted },
        { signal: asking.signal },
      );
      if (!asking.signal.aborted) setComputed({ key, result });
    }, debounceMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [id, key]);
  return computed?.key === key ? computed.result : null;
}

interface PartsProps {
  readonly order: OperatorOrder;
  readonly choice: Choice;
  readonly onChoose: (change: Partial<Choice>) => void;
}

/** Fields for a partial refund: quantities or only money of each line, shipping, and another amount. */
function Parts({ order, choice, onChoose }: PartsProps) {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  const isNoAmount = choice.amount.trim() !== '' && readEuros(choice.amount) === null;
  return (
    <div className={styles.parts}>
      {order.lines.map((line) => {
        const left = line.quantity - line.refunded_quantity;
        const choices = Array.from({ length: left }, (_, index) => index + 1);
        return (
          <Select
            key={line.id}
            label={t('refund.pieces', { title: line.title })}
            value={choice.pieces[line.id] ?? ''}
            onChange={({ target: { value } }) =>
              onChoose({ pieces: { ...choice.pieces, [line.id]: value === '' ? undefined : Number(value) } })
            }
          >
            <option value="">{t('refund.ofPieces', { pieces: 0, left })}</option>
            <option value="0">{t('refund.onlyMoney')}</option>
            {choices.map((pieces) => (
              <option key={pieces} value={pieces}>
                {t('refund.ofPieces', { pieces, left })}
              </option>
            ))}
          </Select>
        );
      })}
      {order.shipping > 0 && (
        <Checkbox checked={choice.shipping} onChange={() => onChoose({ shipping: !choice.shipping })}>
          {t('refund.shipping', { amount: money(order.shipping) })}
        </Checkbox>
      )}
      <TextField
        label={t('refund.amount')}
        hint={t('refund.amountHint')}
        error={isNoAmount ? t('form.check') : undefined}
        inputMode="decimal"
        autoComplete="off"
        isOptional
        value={choice.amount}
        onChange={({ target }) => onChoose({ amount: target.value })}
      />
    </div>
  );
}

interface EffectsProps {
  readonly effects: RefundEffects;
  /** Typed amount in cents. Null if empty. */
  readonly wanted: number | null;
}

/** Effects of a refund in sentences: for the buyer, the invoice, the stock and the codes. */
export function Effects({ effects, wanted }: EffectsProps) {
  const { t } = useTranslation('backOffice');
  const { money } = useFormats();
  const vat = cents(effects.vat.reduce((sum, share) => sum + share.vat, 0));
  const gross = cents(effects.vat.reduce((sum, share) => sum + share.gross, 0));
  const given = cents(effects.amount + effects.credit);
  const way = effects.is_transferred ? 'refund.byTransfer' : 'refund.toPayment';
  const sentences = [
    wanted !== null && wanted > given && t('refund.notMore', { amount: money(given) }),
    effects.amount > 0 && t(effects.is_withheld ? 'refund.withheld' : way, { amount: money(effects.amount) }),
    effects.credit > 0 && t('refund.toCredit', { amount: money(effects.credit) }),
    effects.corrected_invoice !== null &&
      t('refund.correction', {
        number: effects.corrected_invoice,
        gross: money(gross),
        vat: money(vat),
      }),
    ...effects.stock.map((pieces) => t('refund.toStock', { ...pieces })),
    ...effects.ends.map((pieces) => t('refund.ends', { ...pieces })),
    ...effects.codes.map((code) => t('refund.code', { code })),
    effects.calls_parcel_off && t('refund.noParcel'),
    effects.is_whole && t('refund.nothingLeft'),
    given > 0 && t('refund.mail'),
    effects.needs_proof && t('refund.proof'),
  ];
  return (
    <ul>
      {sentences
        .filter((sentence) => sentence !== false)
        .map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
    </ul>
  );
}
