import { useTranslation } from 'react-i18next';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { Split } from '#ui/components/parts/page-parts.tsx';
import styles from './questions.module.css';

/** Questions and answers as `details` elements, which work without JavaScript. */
export function Questions({
  questions,
}: {
  readonly questions: readonly { readonly question: string; readonly answer: string }[];
}) {
  const { t } = useTranslation('base');
  if (questions.length === 0) return null;
  return (
    <Split title={t('course.questions')}>
      {questions.map(({ question, answer }, index) => (
        <details key={question} className={styles.entry} open={index === 0}>
          <summary className={styles.question}>{question}</summary>
          <p className={styles.answer}>{nonBreaking(answer)}</p>
        </details>
      ))}
    </Split>
  );
}
