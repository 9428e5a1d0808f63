import { useTranslation } from 'react-i18next';
import type { EndpointValue } from '#api/endpoint.ts';
import { auditEndpoints } from '#api/operations/audit-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { SaveButton } from '#back-office/kit/files/save-button.tsx';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { useShownChanges } from '#back-office/kit/records/shown-changes.ts';
import { useNames } from '#back-office/kit/use-names.ts';
import { auditActions, auditedRecords } from '#core/model/audit-log.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import styles from './administration.module.css';

type Change = EndpointValue<typeof auditEndpoints.listChanges>['items'][number];

const changes: ListDescription<Change> = {
  title: 'places.audit',
  empty: 'audit.empty',
  filters: [
    { kind: 'text', name: 'actor', label: 'audit.actor' },
    {
      kind: 'choice',
      name: 'action',
      label: 'audit.action',
      options: auditActions.map((value) => ({ value, label: `names.change.${value}` })),
      hasSameLabels: true,
    },
    {
      kind: 'choice',
      name: 'record_type',
      label: 'audit.recordType',
      options: auditedRecords.map((value) => ({ value, label: `names.record.${value}` })),
    },
    { kind: 'text', name: 'record_id', label: 'audit.recordId' },
    { kind: 'day', name: 'from', label: 'list.from' },
    { kind: 'day', name: 'until', label: 'list.to' },
  ],
  columns: [
    { label: 'audit.action', place: 'title', cell: ({ action }) => <Action action={action} /> },
    {
      label: 'audit.at',
      place: 'amount',
      cell: ({ happened_at }, { shortMoment }) => shortMoment(happened_at),
    },
    {
      label: 'audit.actor',
      place: 'main',
      cell: ({ actor_name, network }) =>
        [shownEmail(actor_name), ...(network === null ? [] : [network])].join(' · '),
    },
    { label: 'audit.record', place: 'main', cell: (change) => <RecordName {...change} /> },
    { label: 'audit.values', place: 'main', cell: (change) => <Values {...change} /> },
  ],
  keyOf: ({ id }) => id,
  actions: (query) => <ExportButton query={query} />,
  find: (query, signal) => call(auditEndpoints.listChanges, { query }, { signal }),
};

export const auditLoader = listLoader(changes);

export function AuditPage() {
  return <ListPage list={changes} />;
}

function Action({ action }: { readonly action: string }) {
  const nameOf = useNames();
  return nameOf('change', action);
}

function RecordName({ record_type, record_id }: Change) {
  const nameOf = useNames();
  return (
    <>
      {nameOf('record', record_type)} <code className={styles.id}>{record_id}</code>
    </>
  );
}

/** List of changed fields. */
function Values({ record_type, before, after }: Change) {
  const shownChanges = useShownChanges(record_type === 'coupons' ? 'coupon' : undefined);
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  const values = names.map((name) => ({
    name,
    before: writtenValue(before?.[name]),
    after: writtenValue(after?.[name]),
  }));
  return (
    <span className={styles.values}>
      {shownChanges(values)
        .map(({ text }) => text)
        .join('\n')}
    </span>
  );
}

/** Converts a value to text, as in the history of records. */
function writtenValue(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function ExportButton({ query }: { readonly query: Readonly<Record<string, string>> }) {
  const { t } = useTranslation('backOffice');
  return (
    <SaveButton load={(options) => call(auditEndpoints.exportChanges, { query }, options)}>
      {t('list.export')}
    </SaveButton>
  );
}
