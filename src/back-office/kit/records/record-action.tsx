import { useState } from 'react';
import type { FieldValues } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { useRevalidator } from 'react-router';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import type { TextKey } from '#back-office/kit/operator-texts.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { useOfferedActions } from './offered-actions.ts';
import { createUnsentValues } from './unsent-values.ts';

interface RecordActionProps<Values extends FieldValues, Value> {
  readonly label: TextKey;
  /** Title of the dialog. Defaults to `label`. */
  readonly title?: string;
  /** Explains the effect before the action is confirmed. */
  readonly text?: string;
  readonly form: FormDescription<Values, Value>;
  readonly kind?: 'gold' | 'outline';
  /** Called with the response; the record is then reloaded. */
  readonly onDone: (value: Value) => void;
}

/**
 * Button of a record, also offered in the palette. Opens a dialog with the form of the action, then reloads the record.
 */
export function RecordAction<Values extends FieldValues, Value>({
  label,
  title,
  text,
  form,
  kind = 'outline',
  onDone,
}: RecordActionProps<Values, Value>) {
  const { t } = useTranslation('backOffice');
  const { revalidate } = useRevalidator();
  const [isOpen, setOpen] = useState(false);
  const [unsent] = useState(() => createUnsentValues<Values>());
  useOfferedActions([{ name: t(label), run: () => setOpen(true) }]);
  return (
    <>
      <Button kind={kind} onClick={() => setOpen(true)}>
        {t(label)}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={title ?? t(label)}>
        {text !== undefined && <p>{text}</p>}
        <RecordForm
          form={unsent.fill(form)}
          onTyped={unsent.keep}
          onCancel={() => {
            unsent.forget();
            setOpen(false);
          }}
          onDone={(value) => {
            unsent.forget();
            setOpen(false);
            onDone(value);
            void revalidate();
          }}
        />
      </Dialog>
    </>
  );
}
