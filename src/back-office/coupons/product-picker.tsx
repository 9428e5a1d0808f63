import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { highestQuantity } from '#core/model/values.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { TextField } from '#ui/components/parts/fields/form-fields.tsx';
import styles from './coupons.module.css';

/** A product that was picked. */
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
  /** Whether pieces are asked for. */
  readonly hasQuantities?: boolean;
  readonly onChange: (picked: readonly PickedProduct[]) => void;
}

/** While somebody types, the search waits this long, in milliseconds. */
const typingPause = 250;

/** Products that are sold, found by name. */
export function ProductPicker({
  label,
  hint,
  picked,
  most,
  hasQuantities = false,
  onChange,
}: ProductPickerProps) {
  const { t } = useTranslation('backOffice');
  const [typed, setTyped] = useState('');
  const found = useProducts(typed.trim()).filter(({ id }) => !picked.some((one) => one.id === id));
  const set = (id: string, quantity: number) =>
    onChange(picked.map((one) => (one.id === id ? { ...one, quantity } : one)));

  return (
    <div className={styles.picker}>
      {picked.length < most && (
        <TextField
          label={label}
          hint={hint}
          type="search"
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      )}
      <p className={styles.found} role="status">
        {typed.trim() !== '' && t('coupons.found', { count: found.length })}
      </p>
      {found.length > 0 && (
        <ul className={styles.hits}>
          {found.map((product) => (
            <li key={product.id}>
              <Button
                kind="text"
                onClick={() => {
                  setTyped('');
                  onChange([...picked, { ...product, quantity: 1 }]);
                }}
              >
                {product.title}
              </Button>
            </li>
          ))}
        </ul>
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

/** The products on sale whose name contains what was typed; none while nothing is typed. */
function useProducts(typed: string): readonly Pick<PickedProduct, 'id' | 'title'>[] {
  const { locale } = useFormats();
  const [found, setFound] = useState<readonly Pick<PickedProduct, 'id' | 'title'>[]>([]);
  useEffect(() => {
    const ending = new AbortController();
    const timer = setTimeout(async () => {
      const query = { 'filter[q]': typed, 'filter[group]': 'catalogue', 'page[size]': '8' } as const;
      const { signal } = ending;
      const answered =
        typed === ''
          ? null
          : await call(catalogueRecordEndpoints.listCatalogueRecords, { query }, { signal });
      if (signal.aborted) return;
      const items = answered?.ok ? answered.value.items : [];
      setFound(
        items.flatMap(({ product, title, slug }) =>
          product?.is_sold ? [{ id: product.id, title: title[locale] || title.de || slug }] : [],
        ),
      );
    }, typingPause);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [typed, locale]);
  return found;
}
