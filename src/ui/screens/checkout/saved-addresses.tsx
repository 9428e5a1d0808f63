import { useTranslation } from 'react-i18next';
import type { SavedAddress } from '#core/rules/address.ts';
import { Radio } from '#ui/components/choice/choice.tsx';
import { AddressLines } from './address-lines.tsx';
import styles from './saved-addresses.module.css';

/** Stands for an address that is not in the address book. */
export const newAddress = 'new';

export interface SavedAddressesProps {
  readonly addresses: readonly SavedAddress[];
  /** Id of the chosen address, or `newAddress`. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** The learner's addresses to choose from, and a place for another one. */
export function SavedAddresses({ addresses, chosen, onChoose }: SavedAddressesProps) {
  const { t } = useTranslation('checkout');
  return (
    <fieldset className={styles.saved}>
      <legend className={styles.legend}>{t('address.saved')}</legend>
      {addresses.map((address) => (
        <Radio
          key={address.id}
          name="saved-address"
          value={address.id}
          checked={chosen === address.id}
          onChange={() => onChoose(address.id)}
          className={styles.choice}
        >
          <AddressLines address={address} isShort />
        </Radio>
      ))}
      <Radio
        name="saved-address"
        value={newAddress}
        checked={chosen === newAddress}
        onChange={() => onChoose(newAddress)}
        className={styles.choice}
      >
        {t('address.saved_other')}
      </Radio>
    </fieldset>
  );
}
