import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { Button } from '#ui/components/parts/button.tsx';
import type { Story } from './written-record.ts';
import styles from './written-story.module.css';

interface StoryProps {
  readonly story: Story;
  readonly nameOf: (field: string) => string;
  readonly onDiscard: () => void;
}

/**
 * Notice that the form contains restored or rebased input. Discarding it asks for confirmation, because there is no
 * other copy.
 */
export function WrittenStory({ story, nameOf, onDiscard }: StoryProps) {
  const { t } = useTranslation('backOffice');
  const [isAsking, setAsking] = useState(false);
  if (story.kind === 'none') return null;
  return (
    <div className={styles.note} role="status">
      <p>{t(`catalogue.story.${story.kind}`)}</p>
      {story.contested.length > 0 && (
        <p>{t('catalogue.contested', { fields: story.contested.map(nameOf).join(', ') })}</p>
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
