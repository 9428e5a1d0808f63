import {
  declarationEndpoints,
  type OperatorDeclarationRow,
} from '#api/consumer-rights/operator-declaration-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { DeclarationStateTag, DueTag } from './declaration-states.tsx';

const states = ['unmatched', 'answered', 'matched'] as const;
const kinds = ['withdrawal', 'cancellation'] as const;

const declarations: ListDescription<OperatorDeclarationRow> = {
  title: 'places.declarations',
  searchLabel: 'declarations.search',
  empty: 'declarations.empty',
  views: 'declarations',
  filters: [
    {
      kind: 'choice',
      name: 'state',
      label: 'declarations.state',
      without: 'names.declarationState.open',
      options: [
        ...states.map((value) => ({ value, label: `names.declarationState.${value}` as const })),
        { value: 'all', label: 'list.all' },
      ],
    },
    {
      kind: 'choice',
      name: 'kind',
      label: 'declarations.kind',
      options: kinds.map((value) => ({ value, label: `names.declaration.${value}` as const })),
    },
  ],
  columns: [
    { label: 'declarations.reference', place: 'title', cell: ({ reference }) => reference },
    {
      label: 'declarations.sender',
      place: 'main',
      cell: ({ name, email }) => `${name} · ${shownEmail(email)}`,
    },
    {
      label: 'declarations.kind',
      place: 'meta',
      cell: ({ kind }, _, t) => t(`names.declaration.${kind}`),
    },
    {
      label: 'declarations.state',
      place: 'meta',
      cell: (row) => <DeclarationStateTag declaration={row} />,
    },
    {
      label: 'declarations.received',
      place: 'meta',
      cell: ({ received_at }, { shortMoment }) => shortMoment(received_at),
    },
    { label: 'declarations.due', place: 'amount', cell: (row) => <DueTag declaration={row} /> },
  ],
  keyOf: ({ id }) => id,
  pathOf: ({ id }) => `/declarations/${id}`,
  find: (query, signal) => call(declarationEndpoints.listOperatorDeclarations, { query }, { signal }),
};

export const declarationsLoader = listLoader(declarations);

export function DeclarationsPage() {
  return <ListPage list={declarations} />;
}
