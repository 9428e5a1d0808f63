import { useTranslation } from 'react-i18next';
import type { ProductCard } from '#core/model/product.ts';
import { FactList } from '#ui/components/parts/fact-list.tsx';
import { Picture } from '#ui/components/parts/picture.tsx';
import { Price } from '#ui/components/parts/price.tsx';
import { useShopName } from '#ui/hooks/use-shop.ts';
import styles from './membership-ticket.module.css';

interface MembershipTicketProps {
  readonly pass: Pick<ProductCard, 'title' | 'price'>;
  /** Whether it is the page's first picture. */
  readonly priority?: boolean | undefined;
}

/** The membership as an admission ticket: what it includes, and the yearly price on the stub. */
export function MembershipTicket({ pass, priority }: MembershipTicketProps) {
  const { t } = useTranslation('base');
  return (
    <div className={styles.ticket} data-theme="paper">
      <div className={styles.main}>
        <Picture
          name="guilloche"
          alt=""
          width={640}
          ratio="16/9"
          sizes="(max-width: 1023px) 90vw, 480px"
          priority={priority}
          className={styles.pattern}
        />
        <p className={styles.small}>{useShopName()}</p>
        <p className={styles.title}>{pass.title}</p>
        <FactList
          className={styles.facts}
          facts={[
            { label: t('ticket.admits'), value: t('ticket.all_courses') },
            { label: t('ticket.term'), value: t('ticket.twelve_months') },
            { label: t('ticket.seat'), value: t('ticket.any_seat') },
          ]}
        />
      </div>
      <div className={styles.stub}>
        <p className={styles.small}>{t('ticket.kind')}</p>
        <p>
          <Price amount={pass.price} className={styles.price} />
          <span className={styles.small}>{t('ticket.price_note')}</span>
        </p>
      </div>
    </div>
  );
}
