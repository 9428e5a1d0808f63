import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OtherDetails, ProductPage } from '#core/rules/catalogue.ts';
import { List } from '#ui/components/list/list.tsx';
import { Picture } from '#ui/components/picture/picture.tsx';
import { Price } from '#ui/components/price/price.tsx';
import layout from '#ui/styles/layout.module.css';
import text from '#ui/styles/text.module.css';
import styles from './ticket.module.css';

interface TicketProps {
  readonly pass: ProductPage & { readonly details: OtherDetails };
  /** The button and what is said below it. */
  readonly children: ReactNode;
}

/** The membership as what it is: a ticket of paper, with its stub to tear off. */
export function Ticket({ pass, children }: TicketProps) {
  const { t } = useTranslation('base');
  return (
    <div className={layout.stage}>
      <div className={`${layout.wrap} ${styles.inside}`}>
        <div className={styles.words}>
          <p className={`${text.byline} ${styles.by}`}>{pass.subtitle}</p>
          <h1 className={styles.title}>{pass.title}</h1>
          <p className={`${text.lead} ${styles.lead}`}>{pass.details.lead}</p>
        </div>
        <div className={styles.ticket} data-theme="paper">
          <div className={styles.face}>
            <div className={styles.drawing}>
              <Picture name={pass.picture} alt={pass.picture_alt} width={160} ratio="1/1" priority />
            </div>
            <List className={styles.contents}>
              {pass.details.contents.map((promise) => (
                <li key={promise}>{promise}</li>
              ))}
            </List>
          </div>
          <div className={styles.stub}>
            {pass.monthly_price !== null && (
              <p className={styles.monthly}>
                <Price amount={pass.monthly_price} size="large" /> {t('masterpass.a_month')}
              </p>
            )}
            <p className={styles.yearly}>
              {t('masterpass.a_year')} <Price amount={pass.price} />
            </p>
            {children}
          </div>
        </div>
      </div>
    </div>
  );
}
