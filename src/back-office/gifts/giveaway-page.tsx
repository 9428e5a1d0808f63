import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import * as z from 'zod/mini';
import { operatorCampaignEndpoints } from '#api/gifts/operator-campaign-endpoints.ts';
import { call } from '#back-office/kit/call.ts';
import { recordLoader } from '#back-office/kit/failure-page.tsx';
import { SaveButton } from '#back-office/kit/files/save-button.tsx';
import { History } from '#back-office/kit/records/history.tsx';
import { RecordAction } from '#back-office/kit/records/record-action.tsx';
import { Entries, Facts, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { Tag } from '#back-office/kit/tag.tsx';
import { useAction } from '#back-office/kit/use-action.tsx';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { maxDrawPlaces, type OperatorGiveaway } from '#core/model/giveaway.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { CampaignStateTag } from './campaigns-page.tsx';

export const giveawayLoader = recordLoader(operatorCampaignEndpoints.getOperatorGiveaway);

/** Page of a giveaway: the number of participants, the draw (made only once) and its proof. */
export function GiveawayPage() {
  const { t } = useTranslation('backOffice');
  const giveaway = useLoaderData<OperatorGiveaway>();
  const { notice, showOutcome } = useAction();
  const { permissions } = useOperator();
  const { id, title, state, draw, entries, history } = giveaway;
  return (
    <RecordPage
      title={title}
      back={{ to: '/campaigns', label: 'places.campaigns' }}
      tags={
        <>
          <CampaignStateTag state={state} />
          {draw !== null && <Tag tone="good">{t('giveaway.isDrawn')}</Tag>}
        </>
      }
      actions={
        state === 'over' && draw === null && entries > 0 ? (
          <DrawAction giveaway={giveaway} onDrawn={() => showOutcome(t('giveaway.drawn'))} />
        ) : null
      }
      notice={notice}
      main={[
        {
          title: 'giveaway.facts',
          content: (
            <>
              <GiveawayFacts giveaway={giveaway} />
              {permissions.includes('catalogue.read') && (
                <Link to={`/texts/giveaway/${id}`}>{t('giveaway.edit')}</Link>
              )}
            </>
          ),
        },
        { title: 'giveaway.places', isShown: draw !== null, content: draw && <Places draw={draw} /> },
      ]}
      side={[
        { title: 'giveaway.proof', content: <Proof giveaway={giveaway} /> },
        { title: 'history.title', isShown: history.length > 0, content: <History changes={history} /> },
      ]}
    />
  );
}

interface GiveawayProps {
  readonly giveaway: OperatorGiveaway;
}

function GiveawayFacts({ giveaway: { from, until, entries } }: GiveawayProps) {
  const { day } = useFormats();
  const [first, last] = [from, until].map((one) => day(`${one}T12:00:00Z`));
  return (
    <Facts
      facts={[
        { label: 'campaigns.days', value: `${first} – ${last}` },
        { label: 'giveaway.entries', value: String(entries) },
      ]}
    />
  );
}

const typed = z
  .object({
    winners: z.string().check(z.trim(), z.regex(/^[1-9]\d{0,2}$/)),
    reserves: z.string().check(z.trim(), z.regex(/^\d{1,3}$/)),
  })
  .check(
    z.refine(({ winners, reserves }) => Number(winners) + Number(reserves) <= maxDrawPlaces, {
      path: ['reserves'],
    }),
  );

function DrawAction({
  giveaway: { id, entries },
  onDrawn,
}: GiveawayProps & { readonly onDrawn: () => void }) {
  const { t } = useTranslation('backOffice');
  return (
    <RecordAction
      label="giveaway.draw"
      kind="gold"
      text={t('giveaway.drawText', { count: entries })}
      form={{
        schema: typed,
        fields: [
          { name: 'winners', label: 'giveaway.winners', kind: 'text' },
          { name: 'reserves', label: 'giveaway.reserves', hint: 'giveaway.reservesHint', kind: 'text' },
        ],
        defaultValues: { winners: '1', reserves: '2' },
        submitLabel: 'giveaway.draw',
        send: ({ winners, reserves }) =>
          call(operatorCampaignEndpoints.drawGiveaway, {
            params: { key: id },
            body: { winners: Number(winners), reserves: Number(reserves) },
          }),
      }}
      onDone={onDrawn}
    />
  );
}

function Places({ draw: { places, winners } }: { readonly draw: NonNullable<OperatorGiveaway['draw']> }) {
  const { t } = useTranslation('backOffice');
  return (
    <Entries
      entries={places.map(({ place, email }) => ({
        key: String(place),
        title: shownEmail(email),
        detail: t(place <= winners ? 'giveaway.winner' : 'giveaway.reserve'),
        end: t('giveaway.place', { place }),
      }))}
    />
  );
}

/** Proof that nobody chose the winners, also as a file. */
function Proof({ giveaway: { id, seed_digest, seed_noted_at, draw } }: GiveawayProps) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const check = draw === null ? null : draw.is_reproduced;
  return (
    <>
      <p>{t('giveaway.proofText')}</p>
      <Facts
        facts={[
          { label: 'giveaway.seedNoted', value: seed_noted_at && moment(seed_noted_at) },
          { label: 'giveaway.seedDigest', value: seed_digest },
          { label: 'giveaway.drawnAt', value: draw && moment(draw.drawn_at) },
          { label: 'giveaway.seed', value: draw?.seed },
          { label: 'giveaway.drawnEntries', value: draw && String(draw.entries) },
          { label: 'giveaway.entriesDigest', value: draw?.entries_digest },
          {
            label: 'giveaway.again',
            value:
              draw &&
              t(check === null ? 'giveaway.incomplete' : check ? 'giveaway.same' : 'giveaway.different'),
          },
        ]}
      />
      {draw !== null && (
        <SaveButton
          load={(options) =>
            call(operatorCampaignEndpoints.getGiveawayProof, { params: { key: id } }, options)
          }
        >
          {t('giveaway.saveProof')}
        </SaveButton>
      )}
    </>
  );
}
