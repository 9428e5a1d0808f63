import { useTranslation } from 'react-i18next';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { Outcome, useOutcome } from '#ui/components/parts/outcome.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './profile.module.css';
import { ProfileSection } from './profile-section.tsx';

/** Downloads the learner's data (GDPR, articles 15 and 20). */
export function DataExport() {
  const { t } = useTranslation('myProfile');
  const { actions } = useShop();
  const { isBusy, error, done, change } = useOutcome();
  const nameFile = () => t('data.export.file', { day: calendarDay(Date.now()) });

  return (
    <ProfileSection title={t('data.export.title')} note={t('data.export.text')}>
      <div className={styles.form}>
        <Outcome error={error} done={done} />
        <Button
          kind="outline"
          isLoading={isBusy}
          onClick={() =>
            change(actions.exportAccount, (document) => {
              const file = nameFile();
              downloadJson(file, document);
              return t('data.export.done', { file });
            })
          }
        >
          {t('data.export.submit')}
        </Button>
      </div>
    </ProfileSection>
  );
}

function downloadJson(name: string, content: object): void {
  const address = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
