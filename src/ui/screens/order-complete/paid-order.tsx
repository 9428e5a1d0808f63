import { useTranslation } from 'react-i18next';
import type { Order } from '#core/rules/order.ts';
import { Icon } from '#ui/components/icon/icon.tsx';
import { LinkButton } from '#ui/components/link-button/link-button.tsx';
import { useShop } from '#ui/hooks/use-shop.ts';
import { useStore } from '#ui/hooks/use-store.ts';
import styles from './order-complete.module.css';

/** Thanks, and what happens next: to the lessons, to the mail with the password link, or wait for the parcel. */
export function PaidOrder({ order }: { readonly order: Order }) {
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const time = shop.initialState.facts?.delivery_time ?? '';
  const hasCourses = order.products.some((line) => line.kind === 'course');
  const isShipped = order.products.some((line) => line.is_shipped);
  const hasCodes = order.products.some((line) => line.code !== null);
  return (
    <>
      <p className={styles.seal}>
        <Icon name="check" />
      </p>
      <h1 className={styles.title}>{t('complete.paid_title')}</h1>
      <p className={styles.lead}>{t('complete.paid_text', { email: order.email })}</p>
      <section className={styles.next} aria-labelledby="next-title">
        <h2 id="next-title">{t('complete.next')}</h2>
        <ol>
          {hasCourses && (
            <li>
              <StartLearning order={order} />
            </li>
          )}
          {isShipped && <li>{t('complete.next_goods', { time })}</li>}
          {hasCodes && <li>{t('complete.next_codes')}</li>}
        </ol>
        {shop.initialState.facts?.is_demo === true && <DemoMail />}
      </section>
    </>
  );
}

function StartLearning({ order }: { readonly order: Order }) {
  const { t } = useTranslation('checkout');
  const shop = useShop();
  const isLearner = useStore(shop.stores.session, (session) => session.status === 'logged_in');
  if (isLearner) {
    return (
      <>
        <p>{t('complete.next_course_learner')}</p>
        <LinkButton to="/profil/master" size="large" reloadDocument>
          {t('complete.next_course_learner_link')}
        </LinkButton>
      </>
    );
  }
  if (order.is_new_account) return <p>{t('complete.next_course_guest', { email: order.email })}</p>;
  return (
    <>
      <p>{t('complete.next_course_account')}</p>
      <LinkButton to="/auth/login" size="large" reloadDocument>
        {t('complete.next_course_account_link')}
      </LinkButton>
    </>
  );
}

/** Where the mails of the demo lie, so that the link can be found. */
function DemoMail() {
  const { t } = useTranslation('checkout');
  return (
    <p className={styles.hint}>
      {t('complete.mail_demo')} <a href="/dev/mail">/dev/mail</a>
    </p>
  );
}
