import { mailTextEndpoints } from '#api/mail/mail-text-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { type ListDescription, ListPage, listLoader } from '#back-office/kit/lists/list-page.tsx';
import { Tag, type Tone } from '#back-office/kit/tag.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import type { ListedMailTexts } from '#core/model/mail-text.ts';
import { ok } from '#core/rules/basics/result.ts';

const tones: Readonly<Record<ListedMailTexts['state'], Tone>> = {
  file: 'quiet',
  changed: 'good',
  draft: 'waiting',
};

const mails: ListDescription<ListedMailTexts> = {
  title: 'places.mailTexts',
  empty: 'mailTexts.empty',
  filters: [],
  columns: [
    { label: 'mailTexts.mail', place: 'title', cell: ({ id }) => <MailName id={id} /> },
    {
      label: 'mailTexts.state',
      place: 'meta',
      cell: ({ state }, _, t) => <Tag tone={tones[state]}>{t(`mailTexts.states.${state}`)}</Tag>,
    },
    {
      label: 'mailTexts.changed',
      place: 'meta',
      cell: ({ changed_at }, { shortMoment }) => (changed_at === null ? '' : shortMoment(changed_at)),
    },
  ],
  keyOf: ({ id }) => id,
  pathOf: ({ id }) => `/mail-texts/${id}`,
  async find(_, signal) {
    const found = await call(mailTextEndpoints.listMailTexts, {}, { signal });
    return found.ok ? ok({ items: found.value, next: null }) : found;
  },
};

export const mailTextsLoader = listLoader(mails);

export function MailTextsPage() {
  return <ListPage list={mails} />;
}

function MailName({ id }: Pick<ListedMailTexts, 'id'>) {
  return useMailName()(id);
}

/** Returns the label of a mail. */
export function useMailName(): (id: string) => string {
  const name = useNames();
  return (id) => {
    const own = name('mailTextPart', id);
    return own === id ? name('mail', id) : own;
  };
}
