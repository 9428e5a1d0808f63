import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedAddress } from '#core/model/address.ts';
import { AddressLines } from '#ui/components/accounts/address-lines.tsx';
import { Radio } from '#ui/components/parts/fields/choices.tsx';
import { useLearner } from '#ui/hooks/use-session.ts';
import { useShop } from '#ui/hooks/use-shop.ts';
import styles from './address-step.module.css';

/** Option for an address that is not in the address book. */
export const newAddress = 'new';

interface SavedAddressesProps {
  readonly addresses: readonly SavedAddress[];
  /** Id of the chosen address, or `newAddress`. */
  readonly chosen: string;
  readonly onChoose: (id: string) => void;
}

/** Radio buttons for the learner's addresses and a new one. */
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

/**
 * Returns the learner's address book: `loaded` from the page's data; after a login in the checkout it is loaded again.
 * Null while loading. Empty for guests and on failure, because an address can always be typed.
 */
export function useLearnerAddresses(loaded: readonly SavedAddress[]): readonly SavedAddress[] | null {
  const shop = useShop();
  const isLearner = useLearner() !== null;
  const [wasLearner] = useState(isLearner);
  const [fetched, setFetched] = useState<readonly SavedAddress[] | null>(null);
  const mustFetch = isLearner && !wasLearner;

  useEffect(() => {
    if (!mustFetch) return;
    let isCurrent = true;
    void shop.api.listAddresses({ query: { page: { size: 100 } } }).then((response) => {
      if (isCurrent) setFetched(response.ok ? response.value.items : []);
    });
    return () => {
      isCurrent = false;
    };
  }, [mustFetch, shop]);

  return mustFetch ? fetched : loaded;
}
