import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, type RefObject, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/components/parts/class-names.ts';
import { Icon } from '#ui/components/parts/icon.tsx';
import { useCloseOnBack } from '#ui/hooks/overlays/use-overlay-history.ts';
import styles from './dialog.module.css';

/** The dialog itself. Its code is loaded when a dialog opens for the first time. */
export function DialogFrame(props: DialogProps) {
  const {
    isOpen,
    onClose,
    title,
    description,
    isConfirmation = false,
    isWide = false,
    finalFocus,
    children,
  } = props;
  const { t } = useTranslation('component');
  const popup = useRef<HTMLDivElement>(null);
  useCloseOnBack(isOpen, onClose);

  return (
    <BaseDialog.Root
      open={isOpen}
      disablePointerDismissal={isConfirmation}
      onOpenChange={(isNowOpen) => {
        if (!isNowOpen) onClose();
      }}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.backdrop} />
        <BaseDialog.Popup
          className={classNames(styles.popup, isWide && styles.wide)}
          role={isConfirmation ? 'alertdialog' : 'dialog'}
          ref={popup}
          // A film takes the focus, so that the player's keys work at once.
          initialFocus={() => popup.current?.querySelector('video') ?? true}
          finalFocus={finalFocus}
        >
          <div className={styles.head}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close className={styles.close} aria-label={t('dialog.close')}>
              <Icon name="close" />
            </BaseDialog.Close>
          </div>
          {description !== undefined && (
            <BaseDialog.Description className={styles.description}>{description}</BaseDialog.Description>
          )}
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

export interface DialogProps {
  readonly isOpen: boolean;
  /** Called on Escape, on the close button and on a press outside (not for confirmations). */
  readonly onClose: () => void;
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Makes it an alert dialog, which a press outside does not close. */
  readonly isConfirmation?: boolean | undefined;
  /** Makes the dialog wide enough for a video. */
  readonly isWide?: boolean | undefined;
  /** Element that gets the focus after closing; by default the one that opened the dialog. */
  readonly finalFocus?: RefObject<HTMLElement | null> | undefined;
  readonly children?: ReactNode;
}
