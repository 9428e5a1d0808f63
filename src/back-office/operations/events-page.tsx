import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useLoaderData } from 'react-router';
import type { EndpointValue } from '#api/endpoint.ts';
import { correspondenceEndpoints } from '#api/operations/correspondence-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { unwrapOrThrow } from '#back-office/kit/failure-page.tsx';
import { ListFilters, type ListSearch } from '#back-office/kit/lists/list-filters.tsx';
import { ListPages } from '#back-office/kit/lists/list-page.tsx';
import { readListQuery, toCallQuery } from '#back-office/kit/lists/list-query.ts';
import { useListQuery } from '#back-office/kit/lists/use-list-query.ts';
import { PageHead } from '#back-office/kit/page-head.tsx';
import { Entries } from '#back-office/kit/records/record-page.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { Button } from '#ui/components/parts/button.tsx';
import styles from './correspondence.module.css';
import { MailStateTag } from './mail-state.tsx';
import { useResendEvent } from './use-resend-event.ts';

type Events = EndpointValue<typeof correspondenceEndpoints.listEvents>;

const search: ListSearch = {
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'mails.state',
      options: [
        { value: 'failed', label: 'order.failed' },
        { value: 'waiting', label: 'order.waiting' },
        { value: 'delivered', label: 'order.sent' },
      ],
    },
  ],
};
const names = search.filters.map(({ name }) => name);

export async function eventsLoader({ request }: LoaderFunctionArgs): Promise<Events> {
  const query = toCallQuery(readListQuery(new URL(request.url).searchParams, names));
  const { signal } = request;
  return unwrapOrThrow(await call(correspondenceEndpoints.listEvents, { query }, { signal }));
}

/** Webhook events, newest first, filtered by state. An event can be sent again. */
export function EventsPage() {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const { permissions } = useOperator();
  const { items, next } = useLoaderData<Events>();
  const { running, notice, sendAgain } = useResendEvent();
  const { query, change } = useListQuery(names);

  return (
    <>
      <PageHead title={t('places.events')} />
      <ListFilters list={search} query={query} onChange={change} />
      {notice}
      <div className={styles.list}>
        {items.length === 0 && <p role="status">{t('events.empty')}</p>}
        <Entries
          entries={items.map(({ id, name, created_at, deliveries }) => ({
            key: id,
            title: name,
            detail: (
              <>
                {moment(created_at)}
                {deliveries.map(({ endpoint_id, origin, attempts, last_result, delivered_at, failed_at }) => (
                  <div key={endpoint_id}>
                    <MailStateTag mail={{ sent_at: delivered_at, failed_at }} /> {origin}
                    {last_result === null ? '' : ` · ${last_result}`} ·{' '}
                    {t('events.attempts', { count: attempts })}
                  </div>
                ))}
              </>
            ),
            end: permissions.includes('mails.send') ? (
              <Button kind="outline" isLoading={running === id} onClick={() => void sendAgain(id)}>
                {t('mails.again')}
              </Button>
            ) : undefined,
          }))}
        />
        <ListPages query={query} next={next} />
      </div>
    </>
  );
}
