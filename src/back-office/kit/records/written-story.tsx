import { useTranslation } from 'react-i18next';
import { Button } from '#ui/components/parts/button.tsx';
import type { Story } from './written-record.ts';
import styles from './written-story.module.css';

interface StoryProps {
  readonly story: Story;
  readonly nameOf: (field: string) => string;
  readonly onDiscard: () => void;
}

/** Where what is shown comes from, when it is not simply what is saved. */
export function WrittenStory({ story, nameOf, onDiscard }: StoryProps) {
  const { t } = useTranslation('backOffice');
  if (story.kind === 'none') return null;
  return (
    <div className={styles.note} role="status">
      <p>{t(`catalogue.story.${story.kind}`)}</p>
      {story.contested.length > 0 && (
        <p>{t('catalogue.contested', { fields: story.contested.map(nameOf).join(', ') })}</p>
      )}
      <Button kind="text" onClick={onDiscard}>
        {t('catalogue.discardOwn')}
      </Button>
    </div>
  );
}
