import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/button.tsx';
import { useBusy } from '#ui/hooks/use-busy.ts';
import styles from './dialog.module.css';
import type { DialogProps } from './dialog-frame.tsx';

const DialogFrame = lazy(async () => ({ default: (await import('./dialog-frame.tsx')).DialogFrame }));

/**
 * A modal dialog: keeps focus, locks the page behind it, closes by Escape and gives focus back. Its code is fetched when
 * it first opens; it stays mounted afterwards so that closing is animated too.
 */
export function Dialog(props: DialogProps) {
  const [wasOpened, setWasOpened] = useState(props.isOpen);
  if (props.isOpen && !wasOpened) setWasOpened(true);
  if (!wasOpened) return null;
  return (
    <Suspense fallback={null}>
      <DialogFrame {...props} />
    </Suspense>
  );
}

interface ConfirmDialogProps
  extends Pick<DialogProps, 'isOpen' | 'onClose' | 'title' | 'description' | 'finalFocus'> {
  readonly confirmLabel: string;
  /** What the way back says where "cancel" would be understood as the deed itself. */
  readonly cancelLabel?: string;
  /** Runs while the button shows its spinner; the dialog closes afterwards. */
  readonly onConfirm: () => Promise<unknown>;
}

/** Asks whether something is really meant, with "cancel" and a confirming button (specification §2 "Other UI"). */
export function ConfirmDialog({ confirmLabel, cancelLabel, onConfirm, ...dialog }: ConfirmDialogProps) {
  const { t } = useTranslation('component');
  const { isBusy, run } = useBusy();

  return (
    <Dialog {...dialog} isConfirmation>
      <div className={styles.actions}>
        <Button kind="outline" onClick={dialog.onClose}>
          {cancelLabel ?? t('dialog.cancel')}
        </Button>
        <Button isLoading={isBusy} onClick={() => run(onConfirm).then(dialog.onClose)}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
