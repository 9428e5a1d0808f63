import { useTranslation } from 'react-i18next';
import { Notice } from '#ui/components/notice/notice.tsx';
import styles from './test-cards.module.css';

/** The cards the sandbox knows (decisions §9). */
const cards = [
  { number: '4111 1111 1111 1111', effect: 'payment.test_accepted' },
  { number: '4000 0000 0000 1091', effect: 'payment.test_challenge' },
  { number: '4000 1111 1111 1115', effect: 'payment.test_declined' },
  { number: '4000 0000 0000 1109', effect: 'payment.test_challenge_fails' },
] as const;

/** Says that nothing is charged, and on demand with which numbers to try it. In demo mode only. */
export function TestCards() {
  const { t } = useTranslation('checkout');
  return (
    <Notice>
      <p>{t('payment.test_mode')}</p>
      <details>
        <summary className={styles.summary}>{t('payment.test_cards')}</summary>
        <p>{t('payment.test_how')}</p>
        <table className={styles.cards}>
          <caption className={styles.caption}>{t('payment.test_cards')}</caption>
          <thead className={styles.caption}>
            <tr>
              <th scope="col">{t('payment.test_card_number')}</th>
              <th scope="col">{t('payment.test_card_effect')}</th>
            </tr>
          </thead>
          <tbody>
            {cards.map(({ number, effect }) => (
              <tr key={number}>
                <td className={styles.number}>{number}</td>
                <td>{t(effect)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </Notice>
  );
}
