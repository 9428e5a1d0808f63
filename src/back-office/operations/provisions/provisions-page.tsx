import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { provisionEndpoints } from '#api/operations/provision-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import styles from '#back-office/kit/figures/figures.module.css';
import { SaveButton } from '#back-office/kit/files/save-button.tsx';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { type ProvisionRow, type ProvisionTotals, provisionKinds } from '#core/model/provision.ts';
import { type CalendarDay, regions } from '#core/model/values.ts';
import { buttonClasses } from '#ui/components/parts/button.tsx';
import own from './provisions.module.css';

const provisions: ListDescription<ProvisionRow> = {
  title: 'places.provisions',
  searchLabel: 'provisions.search',
  empty: 'provisions.empty',
  filters: [
    {
      kind: 'choice',
      name: 'kind',
      label: 'provisions.kind',
      options: provisionKinds.map((value) => ({ value, label: `provisions.kinds.${value}` as const })),
    },
    { kind: 'day', name: 'from', label: 'list.from' },
    { kind: 'day', name: 'to', label: 'list.to' },
  ],
  columns: [
    { label: 'provisions.partner', place: 'title', cell: ({ subject }) => subject },
    { label: 'provisions.month', place: 'main', cell: ({ month }) => <Month month={month} /> },
    { label: 'provisions.kind', place: 'meta', cell: ({ kind }, _, t) => t(`provisions.kinds.${kind}`) },
    { label: 'provisions.orders', place: 'meta', cell: ({ orders }) => orders },
    { label: 'provisions.net', place: 'meta', cell: ({ net }, { money }) => money(net) },
    {
      label: 'provisions.refunded',
      place: 'meta',
      cell: ({ refunded_net }, { money }) => money(refunded_net),
    },
    { label: 'provisions.rate', place: 'meta', cell: ({ rate }) => <Rate rate={rate} /> },
    { label: 'provisions.provision', place: 'amount', cell: ({ provision }, { money }) => money(provision) },
  ],
  keyOf: ({ id }) => id,
  actions: (query) => <Actions query={query} />,
  async find(query, signal) {
    const found = await call(provisionEndpoints.listProvisions, { query }, { signal });
    if (!found.ok) return found;
    const { items, next, ...sums } = found.value;
    return { ...found, value: { items, next, summary: <Totals {...sums} /> } };
  },
};

export const provisionsLoader = listLoader(provisions);

/** Monthly sales and provisions of partners. */
export function ProvisionsPage() {
  return <ListPage list={provisions} />;
}

function Month({ month }: Pick<ProvisionRow, 'month'>) {
  const { locale } = useFormats();
  const name = new Intl.DateTimeFormat(regions[locale], { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return name.format(new Date(`${month}-01`));
}

/** Rate in percent. Empty if none is set. */
export function Rate({ rate }: Pick<ProvisionRow, 'rate'>) {
  const { locale } = useFormats();
  const percent = new Intl.NumberFormat(regions[locale], { style: 'percent', maximumFractionDigits: 2 });
  return rate === null ? '' : percent.format(rate / 10_000);
}

interface TotalsProps {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  readonly totals: ProvisionTotals;
}

/** Totals of all rows in the date range, including other pages. */
function Totals({ from, to, totals: { orders, net, refunded_net, provision } }: TotalsProps) {
  const { t } = useTranslation('backOffice');
  const { day, money } = useFormats();
  const id = useId();
  return (
    <section className={`${styles.box} ${own.totals}`} aria-labelledby={id}>
      <h2 id={id} className={styles.name}>
        {t('provisions.days', { from: day(from), to: day(to) })}
      </h2>
      <Entries
        entries={[
          { key: 'orders', title: t('provisions.orders'), end: orders },
          { key: 'net', title: t('provisions.net'), end: money(net) },
          { key: 'refunded', title: t('provisions.refunded'), end: money(refunded_net) },
          { key: 'provision', title: t('provisions.provision'), end: <strong>{money(provision)}</strong> },
        ]}
      />
    </section>
  );
}

function Actions({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  return (
    <>
      {permissions.includes('campaigns.change') && (
        <Link to="/provisions/rates" className={buttonClasses({ kind: 'outline' })}>
          {t('provisions.rates')}
        </Link>
      )}
      <SaveButton load={(options) => call(provisionEndpoints.exportProvisions, { query }, options)}>
        {t('provisions.export')}
      </SaveButton>
    </>
  );
}
