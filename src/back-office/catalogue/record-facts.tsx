import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import * as z from 'zod/mini';
import { catalogueRecordEndpoints } from '#api/content/catalogue-record-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { Dialog } from '#back-office/kit/dialog.tsx';
import { type FormDescription, RecordForm } from '#back-office/kit/form-dialog.tsx';
import { HistoryLink } from '#back-office/kit/records/history-link.tsx';
import { Facts } from '#back-office/kit/records/record-page.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { type CatalogueRecord, canBeHidden } from '#core/model/catalogue-record.ts';
import { type Locale, locales } from '#core/model/values.ts';
import { cents } from '#core/rules/basics/money.ts';
import { productPath } from '#core/rules/catalogue/product-path.ts';
import { Button } from '#ui/components/parts/button.tsx';
import { DraftRemoval, type DraftRemovalProps } from './draft-removal.tsx';
import styles from './record-fields.module.css';

interface RecordFactsProps {
  readonly record: CatalogueRecord;
  readonly canChange: boolean;
  readonly onStock: (stock: number) => void;
  /** Null without a draft. */
  readonly onDiscard: (() => unknown) | null;
  readonly removal: Omit<DraftRemovalProps, 'record'>;
  readonly onSell: (isOnSale: boolean) => unknown;
  readonly onPreview: (locale: Locale) => unknown;
}

/** Facts about the saved record and the actions that are independent of the form, such as stock, sale and preview. */
export function RecordFacts(props: RecordFactsProps) {
  const { record, canChange, onStock, onDiscard, removal, onSell, onPreview } = props;
  const { t } = useTranslation('backOffice');
  const { money, moment } = useFormats();
  const { permissions } = useOperator();
  const [asksStock, setAsksStock] = useState(false);
  const [asksSale, setAsksSale] = useState(false);
  const isOffSale = record.state === 'off_sale';
  // Books and posts have a page in German only.
  const languages = locales.filter(
    (locale) => locale === 'de' || (record.type !== 'book' && record.type !== 'post'),
  );
  const { product, published, changed_at, is_by_hand } = record;
  const stock = product?.stock ?? null;
  const isShown = canBeHidden(record.type);
  const path = shopPath(record);
  const words = isShown ? shownWords : saleWords;
  return (
    <div className={styles.fields}>
      <Facts
        facts={[
          { label: 'catalogue.price', value: product && money(cents(product.price_cents)) },
          { label: 'catalogue.stock', value: stock },
          { label: 'catalogue.changed', value: moment(changed_at) },
          { label: 'catalogue.source', value: t(is_by_hand ? 'catalogue.byHand' : 'catalogue.asFile') },
          {
            label: 'catalogue.page',
            value:
              path !== null && published !== null && !isOffSale ? (
                <ShopLink record={record} path={path} />
              ) : null,
          },
        ]}
      />
      {record.type === 'course' && permissions.includes('films.change') && (
        <Link to={`/films?q=${record.slug}`}>{t('catalogue.films')}</Link>
      )}
      {product !== null && stock !== null && <HistoryLink type="products" id={product.id} />}
      <div className={styles.ask}>
        {languages.map((locale) => (
          <Button key={locale} kind="outline" onClick={() => onPreview(locale)}>
            {t('catalogue.preview', { language: t(`languages.${locale}`) })}
          </Button>
        ))}
      </div>
      {canChange && (
        <div className={styles.ask}>
          {(product !== null || isShown) && published !== null && (
            <Button kind="outline" onClick={() => (isOffSale ? onSell(true) : setAsksSale(true))}>
              {t(isOffSale ? words.putBack : words.takeOut)}
            </Button>
          )}
          {product !== null && stock !== null && (
            <Button kind="outline" onClick={() => setAsksStock(true)}>
              {t('catalogue.setStock')}
            </Button>
          )}
          {onDiscard !== null && (
            <Button kind="outline" onClick={onDiscard}>
              {t('catalogue.discard')}
            </Button>
          )}
          <DraftRemoval record={record} {...removal} />
        </div>
      )}
      <Dialog isOpen={asksSale} onClose={() => setAsksSale(false)} title={t(words.takeOut)}>
        <p>{t(words.consequence)}</p>
        <Button
          onClick={() => {
            setAsksSale(false);
            onSell(false);
          }}
        >
          {t(words.takeOut)}
        </Button>
      </Dialog>
      {product !== null && (
        <Dialog isOpen={asksStock} onClose={() => setAsksStock(false)} title={t('catalogue.setStock')}>
          <RecordForm
            form={stockForm(record, stock, onStock)}
            onCancel={() => setAsksStock(false)}
            onDone={(set) => {
              setAsksStock(false);
              onStock(set.stock);
            }}
          />
        </Dialog>
      )}
    </div>
  );
}

const saleWords = {
  takeOut: 'catalogue.takeOffSale',
  putBack: 'catalogue.putOnSale',
  consequence: 'catalogue.offSaleText',
} as const;

const shownWords = {
  takeOut: 'catalogue.takeOut',
  putBack: 'catalogue.putBack',
  consequence: 'catalogue.takeOutText',
} as const;

const newStock = z.object({ stock: z.string().check(z.trim(), z.regex(/^\d{1,6}$/)) });

function stockForm(
  { type, slug, product }: CatalogueRecord,
  stock: number | null,
  onStock: (stock: number) => void,
): FormDescription<z.output<typeof newStock>, { stock: number }> {
  return {
    schema: newStock,
    fields: [{ name: 'stock', label: 'catalogue.stock', hint: 'catalogue.stockHint', kind: 'text' }],
    submitLabel: 'catalogue.setStock',
    defaultValues: { stock: String(stock ?? 0) },
    send: async (values) => {
      const set = await call(catalogueRecordEndpoints.setProductStock, {
        params: { id: product?.id ?? '' },
        body: { stock: Number(values.stock), seen: stock ?? undefined },
      });
      if (set.ok || set.error.code !== 'RECORD_CHANGED') return set;
      const latest = await call(catalogueRecordEndpoints.getCatalogueRecord, { params: { type, slug } });
      const counted = latest.ok ? latest.value.product?.stock : null;
      if (typeof counted === 'number') onStock(counted);
      return set;
    },
  };
}

function ShopLink({ record, path }: Pick<RecordFactsProps, 'record'> & { readonly path: string }) {
  const { t } = useTranslation('backOffice');
  const { locale } = useFormats();
  return (
    <a href={`/${record.type === 'post' ? 'de' : locale}${path}`} target="_blank" rel="noreferrer">
      {t('catalogue.openPage')}
    </a>
  );
}

/** Returns the shop path of a record's page. Null if it has no page of its own. */
export function shopPath({ type, slug, published }: CatalogueRecord): string | null {
  switch (type) {
    case 'categories':
    case 'announcement':
    case 'advantages':
    case 'newsletter_widget':
    case 'shop':
    case 'popup':
    case 'bundle':
    case 'giveaway':
      return null;
    case 'conversations':
      return '/tv';
    case 'campaign':
      return `/${String(published?.place)}/${slug}`;
    case 'master':
      return `/experten/${slug}`;
    case 'post':
      return `/blog/${slug}`;
    case 'legal':
      return `/${slug}`;
    default:
      return productPath({ kind: type, slug });
  }
}
