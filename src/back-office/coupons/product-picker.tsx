import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { ChoiceSearch } from '#back-office/kit/choices/choice-search.tsx';
import type { FindChoices } from '#back-office/kit/choices/use-choices.ts';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { highestQuantity } from '#core/model/values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './coupons.module.css';

export interface PickedProduct {
  readonly id: string;
  readonly title: string;
  readonly quantity: number;
}

interface ProductPickerProps {
  readonly label: string;
  readonly hint?: string;
  readonly picked: readonly PickedProduct[];
  readonly most: number;
  /** Whether a quantity can be entered for each product. */
  readonly hasQuantities?: boolean;
  readonly onChange: (picked: readonly PickedProduct[]) => void;
}

/** Selects products on sale by name. */
export function ProductPicker({
  label,
  hint,
  picked,
  most,
  hasQuantities = false,
  onChange,
}: ProductPickerProps) {
  const { t } = useTranslation('backOffice');
  const find = useFindProducts();
  const set = (id: string, quantity: number) =>
    onChange(picked.map((one) => (one.id === id ? { ...one, quantity } : one)));

  return (
    <div className={styles.picker}>
      {picked.length < most && (
        <ChoiceSearch
          label={label}
          hint={hint}
          chosen={picked.map(({ id }) => id)}
          find={find}
          onChoose={(choice) => onChange([...picked, { ...choice, quantity: 1 }])}
        />
      )}
      <Entries
        entries={picked.map(({ id, title, quantity }) => ({
          key: id,
          title,
          end: (
            <span className={styles.piece}>
              {hasQuantities && (
                <input
                  type="number"
                  className={styles.quantity}
                  aria-label={t('coupons.pieces', { title })}
                  min={1}
                  max={highestQuantity}
                  value={quantity}
                  onChange={({ target }) =>
                    set(id, Math.min(highestQuantity, Math.max(1, Math.floor(target.valueAsNumber || 1))))
                  }
                />
              )}
              <Button kind="text" onClick={() => onChange(picked.filter((one) => one.id !== id))}>
                {t('coupons.remove', { title })}
              </Button>
            </span>
          ),
        }))}
      />
    </div>
  );
}

/** Finds products on sale by their name. */
function useFindProducts(): FindChoices {
  const { locale } = useFormats();
  return useCallback(
    async (typed, after, signal) => {
      const query = {
        ...({ 'filter[group]': 'catalogue', 'page[size]': '20' } as const),
        ...(typed !== '' && { 'filter[q]': typed }),
        ...(after !== null && { 'page[after]': after }),
      };
      const found = await call(catalogueRecordEndpoints.listCatalogueRecords, { query }, { signal });
      if (!found.ok) return found;
      const items = found.value.items.flatMap(({ product, title, slug }) =>
        product?.is_sold ? [{ id: product.id, title: title[locale] || title.de || slug }] : [],
      );
      return { ...found, value: { items, next: found.value.next } };
    },
    [locale],
  );
}
