import { useTranslation } from 'react-i18next';
import type { PostalAddress, SavedAddress } from '#core/rules/address.ts';
import { Badge } from '#ui/components/badge/badge.tsx';
import { Button } from '#ui/components/button/button.tsx';
import { AddressLines } from '#ui/screens/checkout/address-lines.tsx';
import styles from './profile.module.css';

interface AddressCardProps {
  readonly address: SavedAddress;
  /** It is being made the main address. */
  readonly isBusy: boolean;
  /** Its form was closed a moment ago, so that focus comes back. */
  readonly takesFocus: boolean;
  readonly onChange: () => void;
  readonly onMakeMain: () => void;
  /** Is told which button asked. */
  readonly onRemove: (opener: HTMLElement) => void;
}

/** An address on one line, to tell it from others. */
export function addressLine({ firstname, lastname, street, house_number, city }: PostalAddress): string {
  return `${firstname} ${lastname}, ${street} ${house_number}, ${city}`;
}

/** Focuses a button as it appears. */
export function takeFocus(button: HTMLButtonElement | null): void {
  button?.focus();
}

/** An address of the book, what it is used for, and what can be done with it. */
export function AddressCard(props: AddressCardProps) {
  const { address, isBusy, takesFocus, onChange, onMakeMain, onRemove } = props;
  const { t } = useTranslation('myProfile');
  const { is_default_shipping, is_default_billing } = address;
  const named = { address: addressLine(address) };
  return (
    <div className={styles.address}>
      <div className={styles.lines}>
        <AddressLines address={address} />
        {(is_default_shipping || is_default_billing) && (
          <p className={styles.badges}>
            {is_default_shipping && <Badge tone="gold">{t('data.addresses.shipping')}</Badge>}
            {is_default_billing && <Badge tone="gold">{t('data.addresses.billing')}</Badge>}
          </p>
        )}
      </div>
      <div className={styles.choices}>
        <Button
          ref={takesFocus ? takeFocus : undefined}
          kind="text"
          aria-label={t('data.addresses.change_named', named)}
          onClick={onChange}
        >
          {t('data.addresses.change')}
        </Button>
        <Button
          kind="text"
          aria-label={t('data.addresses.remove_named', named)}
          onClick={(event) => onRemove(event.currentTarget)}
        >
          {t('data.addresses.remove')}
        </Button>
        {!(is_default_shipping && is_default_billing) && (
          <Button
            kind="text"
            isLoading={isBusy}
            aria-label={t('data.addresses.main_named', named)}
            onClick={onMakeMain}
          >
            {t('data.addresses.main')}
          </Button>
        )}
      </div>
    </div>
  );
}
