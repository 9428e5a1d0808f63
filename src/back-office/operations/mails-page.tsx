import { correspondenceEndpoints, type OutboxMail } from '#api/operations/correspondence-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { MailStateTag } from './mail-state.tsx';

function TemplateName({ template }: { readonly template: string }) {
  return useNames()('mail', template);
}

const mails: ListDescription<OutboxMail> = {
  title: 'places.mails',
  searchLabel: 'mails.search',
  empty: 'mails.empty',
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'mails.state',
      options: [
        { value: 'failed', label: 'order.failed' },
        { value: 'waiting', label: 'order.waiting' },
        { value: 'sent', label: 'order.sent' },
      ],
    },
  ],
  columns: [
    { label: 'mails.template', place: 'title', cell: ({ template }) => <TemplateName template={template} /> },
    { label: 'mails.recipient', place: 'main', cell: ({ recipient }) => shownEmail(recipient) },
    { label: 'mails.state', place: 'meta', cell: (mail) => <MailStateTag mail={mail} /> },
    {
      label: 'mails.created',
      place: 'amount',
      cell: ({ created_at }, { shortMoment }) => shortMoment(created_at),
    },
  ],
  keyOf: ({ id }) => id,
  pathOf: ({ id }) => `/mails/${id}`,
  find: (query, signal) => call(correspondenceEndpoints.listMails, { query }, { signal }),
};

export const mailsLoader = listLoader(mails);

export function MailsPage() {
  return <ListPage list={mails} />;
}
