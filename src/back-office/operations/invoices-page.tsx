import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  invoiceKinds,
  type ListedInvoice,
  operatorInvoiceEndpoints,
  type VatTotal,
} from '#api/operations/operator-invoice-endpoints.ts';
import { addressOf, call } from '#back-office/kit/call.ts';
import styles from '#back-office/kit/figures/figures.module.css';
import { ApiLink } from '#back-office/kit/files/api-link.tsx';
import { SaveButton } from '#back-office/kit/files/save-button.tsx';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { regions } from '#core/model/values.ts';
import { calendarDay } from '#core/rules/basics/calendar.ts';
import { ok } from '#core/rules/basics/result.ts';

const invoices: ListDescription<ListedInvoice> = {
  title: 'places.invoices',
  searchLabel: 'invoices.search',
  empty: 'invoices.empty',
  filters: [
    {
      kind: 'choice',
      name: 'kind',
      label: 'invoices.kind',
      options: invoiceKinds.map((value) => ({ value, label: `names.invoice.${value}` as const })),
    },
    { kind: 'text', name: 'country', label: 'invoices.country' },
    { kind: 'day', name: 'from', label: 'list.from' },
    { kind: 'day', name: 'to', label: 'list.to' },
  ],
  columns: [
    { label: 'invoices.number', place: 'title', cell: ({ number }) => number },
    { label: 'invoices.kind', place: 'main', cell: (invoice) => <Kind invoice={invoice} /> },
    { label: 'invoices.order', place: 'meta', cell: ({ order_code }) => order_code },
    { label: 'invoices.day', place: 'meta', cell: ({ day }, formats) => formats.day(day) },
    {
      label: 'invoices.country',
      place: 'meta',
      cell: ({ country, is_oss }) => (is_oss ? `${country} · OSS` : country),
    },
    { label: 'invoices.payment', place: 'meta', cell: ({ payment }) => <Payment kind={payment} /> },
    { label: 'invoices.vat', place: 'meta', isNamed: true, cell: ({ vat }, { money }) => money(vat) },
    { label: 'invoices.gross', place: 'amount', cell: ({ gross }, { money }) => money(gross) },
    { label: 'invoices.file', place: 'meta', cell: (invoice) => <FileLink invoice={invoice} /> },
  ],
  keyOf: ({ id }) => id,
  pathOf: ({ order_id }) => `/orders/${order_id}`,
  actions: () => <ExportMonth />,
  async find(query, signal) {
    const found = await call(operatorInvoiceEndpoints.listOperatorInvoices, { query }, { signal });
    if (!found.ok) return found;
    const { items, next, totals } = found.value;
    return ok({ items, next, ...(totals.length === 0 ? {} : { summary: <Totals totals={totals} /> }) });
  },
};

export const invoicesLoader = listLoader(invoices);

/** List of invoices and corrections, their totals, and the export of a month. */
export function InvoicesPage() {
  return <ListPage list={invoices} />;
}

function Kind({ invoice: { kind, corrects } }: { readonly invoice: ListedInvoice }) {
  const { t } = useTranslation('backOffice');
  return corrects === null ? t(`names.invoice.${kind}`) : t('invoices.corrects', { number: corrects });
}

function Payment({ kind }: { readonly kind: ListedInvoice['payment'] }) {
  const nameOf = useNames();
  return kind === null ? '' : nameOf('payment', kind);
}

function FileLink({ invoice: { id, number } }: { readonly invoice: ListedInvoice }) {
  const { t } = useTranslation('backOffice');
  return (
    <ApiLink
      path={addressOf(operatorInvoiceEndpoints.getOperatorInvoice, { id })}
      label={t('invoices.open', { number })}
    >
      {t('invoices.file')}
    </ApiLink>
  );
}

function Totals({ totals }: { readonly totals: readonly VatTotal[] }) {
  const { t } = useTranslation('backOffice');
  const { money, locale } = useFormats();
  const id = useId();
  const percent = new Intl.NumberFormat(regions[locale], { style: 'percent', maximumFractionDigits: 1 });
  return (
    <section className={styles.box} aria-labelledby={id}>
      <h2 id={id} className={styles.name}>
        {t('invoices.sums')}
      </h2>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('invoices.rate')}</th>
            <th scope="col">{t('invoices.net')}</th>
            <th scope="col">{t('invoices.vat')}</th>
            <th scope="col">{t('invoices.gross')}</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ rate, oss_country, net, vat, gross }) => (
            <tr key={`${oss_country} ${rate}`}>
              <th scope="row">
                {percent.format(rate / 100)}
                {oss_country !== null && ` · ${t('invoices.oss', { country: oss_country })}`}
              </th>
              <td>{money(net)}</td>
              <td>{money(vat)}</td>
              <td>{money(gross)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Whole calendar years for which tax law keeps invoices at most (`terms.ossOrderYears`). */
const keptYears = 10;

/** Returns the month of a day (`2026-11`) and the months before it in which kept invoices may be, newest first. */
function monthsUntil(day: string): readonly string[] {
  const monthOfYear = Number(day.slice(5, 7));
  const last = Number(day.slice(0, 4)) * 12 + monthOfYear - 1;
  return Array.from({ length: keptYears * 12 + monthOfYear }, (_, index) => {
    const month = last - index;
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`;
  });
}

function ExportMonth() {
  const { t } = useTranslation('backOffice');
  const { locale } = useFormats();
  const id = useId();
  const months = monthsUntil(calendarDay(Date.now()));
  // The previous month is preselected, because complete months are exported more often than the current one.
  const [month, setMonth] = useState(months[1] ?? '');
  const name = new Intl.DateTimeFormat(regions[locale], { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return (
    <>
      <span className={styles.field}>
        <label htmlFor={id}>{t('invoices.month')}</label>
        <select id={id} value={month} onChange={({ target }) => setMonth(target.value)}>
          {months.map((one) => (
            <option key={one} value={one}>
              {name.format(new Date(`${one}-01`))}
            </option>
          ))}
        </select>
      </span>
      <SaveButton
        load={(options) =>
          call(operatorInvoiceEndpoints.exportOperatorInvoices, { query: { month } }, options)
        }
      >
        {t('invoices.export')}
      </SaveButton>
    </>
  );
}
