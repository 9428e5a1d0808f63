import { Suspense, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/parts/button.tsx';
import { lazyPart } from '#ui/components/parts/load-part.ts';
import { useBusy } from '#ui/hooks/use-busy.ts';
import styles from './dialog.module.css';
import type { DialogProps } from './dialog-frame.tsx';

const DialogFrame = lazyPart(() => import('./dialog-frame.tsx'), 'DialogFrame');

/**
 * A modal dialog: keeps focus inside, locks the page's scrolling, closes on Escape and returns focus. Its code is
 * loaded when it first opens; it stays mounted so that closing is animated too.
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
  /** Label that replaces "cancel" where that word could mean the action itself. */
  readonly cancelLabel?: string;
  /** Runs the action; the dialog closes when it resolves, unless it was closed before. */
  readonly onConfirm: () => Promise<unknown>;
}

/** A dialog with a cancel and a confirm button (docs/behaviour/navigation-and-layout.md#confirmation-dialog). */
export function ConfirmDialog({ confirmLabel, cancelLabel, onConfirm, ...dialog }: ConfirmDialogProps) {
  const { t } = useTranslation('component');
  const { isBusy, run } = useBusy();
  /** Whether it was closed during the action. It may then be open again, about something else. */
  const wasLeft = useRef(false);

  function leave(): void {
    wasLeft.current = true;
    dialog.onClose();
  }

  async function confirm(): Promise<void> {
    wasLeft.current = false;
    await onConfirm();
    if (!wasLeft.current) dialog.onClose();
  }

  return (
    <Dialog {...dialog} onClose={leave} isConfirmation>
      <div className={styles.actions}>
        <Button kind="outline" onClick={leave}>
          {cancelLabel ?? t('dialog.cancel')}
        </Button>
        <Button isLoading={isBusy} onClick={() => run(confirm)}>
          {confirmLabel}
        </Button>
      </div>
    </Dialog>
  );
}
