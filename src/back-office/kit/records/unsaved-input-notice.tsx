import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import type { InputOrigin } from './unsaved-input.ts';
import styles from './unsaved-input-notice.module.css';

interface NoticeProps {
  readonly origin: InputOrigin;
  readonly nameOf: (field: string) => string;
  readonly onDiscard: () => void;
}

/**
 * Notice that the form contains restored or rebased input. Discarding it asks for confirmation, because there is no
 * other copy.
 */
export function UnsavedInputNotice({ origin, nameOf, onDiscard }: NoticeProps) {
  const { t } = useTranslation('backOffice');
  const [isAsking, setAsking] = useState(false);
  if (origin.kind === 'none') return null;
  return (
    <div className={styles.note} role="status">
      <p>{t(`catalogue.story.${origin.kind}`)}</p>
      {origin.conflicts.length > 0 && (
        <p>{t('catalogue.contested', { fields: origin.conflicts.map(nameOf).join(', ') })}</p>
      )}
      <Button kind="text" onClick={() => setAsking(true)}>
        {t('catalogue.discardOwn')}
      </Button>
      <Dialog isOpen={isAsking} onClose={() => setAsking(false)} title={t('catalogue.discardOwn')}>
        <p>{t('catalogue.discardOwnText')}</p>
        <Button
          onClick={() => {
            setAsking(false);
            onDiscard();
          }}
        >
          {t('catalogue.discardOwn')}
        </Button>
      </Dialog>
    </div>
  );
}
