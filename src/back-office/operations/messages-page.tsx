import { type ContactMessage, correspondenceEndpoints } from '#api/operations/correspondence-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';

const messages: ListDescription<ContactMessage> = {
  title: 'places.messages',
  searchLabel: 'messages.search',
  empty: 'messages.empty',
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'messages.state',
      without: 'messages.open',
      options: [{ value: 'all', label: 'list.all' }],
    },
  ],
  columns: [
    { label: 'messages.sender', place: 'title', cell: ({ name }) => name },
    {
      label: 'messages.text',
      place: 'main',
      cell: ({ message }) => (message.length > 90 ? `${message.slice(0, 90)} …` : message),
    },
    { label: 'messages.topic', place: 'meta', cell: ({ topic }) => topic },
    {
      label: 'messages.received',
      place: 'meta',
      cell: ({ received_at }, { shortMoment }) => shortMoment(received_at),
    },
    {
      label: 'messages.state',
      place: 'amount',
      cell: ({ handled_at }, _, t) => t(handled_at === null ? 'messages.open' : 'messages.handled'),
    },
  ],
  keyOf: ({ id }) => id,
  pathOf: ({ id }) => `/messages/${id}`,
  find: (query, signal) => call(correspondenceEndpoints.listMessages, { query }, { signal }),
};

export const messagesLoader = listLoader(messages);

export function MessagesPage() {
  return <ListPage list={messages} />;
}
