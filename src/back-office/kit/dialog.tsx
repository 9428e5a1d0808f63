import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#ui/components/parts/icon.tsx';
import styles from './dialog.module.css';

interface DialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
  readonly title: string;
  readonly children: ReactNode;
}

/** Modal dialog. Clicks outside do not close it, so that typed text is not lost. */
export function Dialog({ isOpen, onClose, title, children }: DialogProps) {
  const { t } = useTranslation('backOffice');
  const popup = useRef<HTMLDivElement>(null);
  return (
    <BaseDialog.Root
      open={isOpen}
      disablePointerDismissal
      onOpenChange={(isNowOpen) => !isNowOpen && onClose()}
    >
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className={styles.scrim} />
        <BaseDialog.Popup
          ref={popup}
          className={styles.popup}
          initialFocus={() => popup.current?.querySelector<HTMLElement>('input, select, textarea') ?? true}
        >
          <div className={styles.head}>
            <BaseDialog.Title className={styles.title}>{title}</BaseDialog.Title>
            <BaseDialog.Close className={styles.close} aria-label={t('shell.close')}>
              <Icon name="close" />
            </BaseDialog.Close>
          </div>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
