import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { orderActionEndpoints } from '#api/operations/order-action-endpoints.ts';
import type { OperatorOrder } from '#api/orders/operator-order-models.ts';
import { call } from '#back-office/kit/call.ts';
import { History } from '#back-office/kit/records/history.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useRemovals } from '#back-office/kit/removals/use-removals.tsx';
import { createSendOnce } from '#back-office/kit/send-once.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { TextArea } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './order.module.css';
import type { OrderChange } from './use-order-change.ts';

interface OrderNotesProps {
  readonly order: OperatorOrder;
  readonly change: OrderChange;
}

/** Internal notes of the operators. */
export function OrderNotes({ order, change }: OrderNotesProps) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const [text, setText] = useState('');
  // Sending the same note again after a lost response writes it once; a changed note is a new one.
  const [sendOnce] = useState(createSendOnce);
  const { id } = order;
  const mayChange = change.may('orders.change');

  async function write(): Promise<void> {
    if (text.trim() === '') return;
    const send = async () => {
      const sent = await sendOnce(`${id} ${text}`, (note_id) =>
        call(orderActionEndpoints.noteOperatorOrder, { params: { id }, body: { note_id, text } }),
      );
      if (sent.ok) setText('');
      return sent;
    };
    await change.change('note', send, t('notes.written'));
  }

  const removals = useRemovals(async (note_id) => {
    const removed = await call(orderActionEndpoints.removeOperatorNote, { params: { id, note_id } });
    await change.reload();
    return removed;
  });

  const notes = order.notes.filter((note) => !removals.isHidden(note.id));
  return (
    <div className={styles.notes}>
      {removals.notice}
      <Entries
        entries={notes.map((note) => ({
          key: note.id,
          title: <span className={styles.address}>{note.text}</span>,
          detail: `${note.author} · ${moment(note.written_at)}`,
          end: mayChange && (
            <Button kind="text" onClick={() => removals.remove({ id: note.id, text: t('notes.removed') })}>
              {t('notes.remove')}
            </Button>
          ),
        }))}
      />
      {mayChange && (
        <>
          <TextArea
            label={t('notes.label')}
            rows={2}
            maxLength={2_000}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
          <Button kind="outline" isLoading={change.running === 'note'} onClick={() => void write()}>
            {t('notes.write')}
          </Button>
        </>
      )}
    </div>
  );
}

/** Change history of the order, newest first. */
export function OrderChanges({ order }: { readonly order: OperatorOrder }) {
  const changes = order.changes.map(({ actor, ...change }) => ({ ...change, by: actor }));
  return <History changes={changes.toReversed()} />;
}
