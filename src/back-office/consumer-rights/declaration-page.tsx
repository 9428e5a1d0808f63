import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLoaderData } from 'react-router';
import {
  declarationEndpoints,
  type OperatorDeclaration,
} from '#api/consumer-rights/operator-declaration-endpoints.ts';
import { recordLoader } from '#back-office/kit/failure-page.tsx';
import { History } from '#back-office/kit/records/history.tsx';
import { MailList } from '#back-office/kit/records/mail-list.tsx';
import { Entries, Facts, RecordPage } from '#back-office/kit/records/record-page.tsx';
import { useNames } from '#back-office/kit/use-names.ts';
import { useOperator } from '#back-office/kit/use-operator.ts';
import { useFormats } from '#back-office/kit/use-operator-formats.ts';
import { shownEmail } from '#core/rules/accounts/shown-email.ts';
import { cents } from '#core/rules/basics/money.ts';
import { DeclarationActions } from './declaration-actions.tsx';
import { DeclarationStateTag, DueTag } from './declaration-states.tsx';

export const declarationLoader = recordLoader(declarationEndpoints.getOperatorDeclaration);

/** Page of a withdrawal or cancellation: the declaration, the evidence, the decision and its mails. */
export function DeclarationPage() {
  const declaration = useLoaderData<OperatorDeclaration>();
  const { permissions } = useOperator();
  const { evidence, letters, history, decision } = declaration;
  const isDecided = decision.lines.length + decision.subscriptions.length > 0 || decision.text !== null;
  const mayDecide =
    permissions.includes('declarations.decide') &&
    (declaration.state === 'open' || declaration.state === 'unmatched');
  return (
    <RecordPage
      title={declaration.reference}
      back={{ to: '/declarations', label: 'places.declarations' }}
      tags={
        <>
          <DeclarationStateTag declaration={declaration} />
          <DueTag declaration={declaration} />
        </>
      }
      actions={mayDecide ? <DeclarationActions declaration={declaration} /> : null}
      main={[
        { title: 'declaration.declared', content: <Declared declaration={declaration} /> },
        {
          title: 'declaration.evidence',
          content: evidence === null ? <NoPurchase /> : <Evidence evidence={evidence} />,
        },
        {
          title: 'declaration.use',
          isShown: evidence !== null,
          content: evidence && <UsedLines evidence={evidence} />,
        },
        {
          title: 'declaration.decision',
          isShown: isDecided,
          content: <Decided decision={decision} />,
        },
        { title: 'declaration.letters', isShown: letters.length > 0, content: <MailList mails={letters} /> },
      ]}
      side={[
        { title: 'declaration.purchase', content: <Purchase declaration={declaration} /> },
        { title: 'history.title', isShown: history.length > 0, content: <History changes={history} /> },
      ]}
    />
  );
}

interface DeclarationProps {
  readonly declaration: OperatorDeclaration;
}

function Declared({ declaration }: DeclarationProps) {
  const { t } = useTranslation('backOffice');
  const { day, moment } = useFormats();
  const name = useNames();
  const { kind, wanted_lines, cancellation, reason, received_at, answered_at } = declaration;
  const wanted =
    wanted_lines === null
      ? t('declaration.everything')
      : wanted_lines.map(({ id, quantity }) => (quantity === null ? id : `${quantity} × ${id}`)).join(', ');
  const endsOn = cancellation?.ends_on ?? null;
  return (
    <Facts
      facts={[
        { label: 'declarations.kind', value: name('declaration', kind) },
        { label: 'declaration.sender', value: `${declaration.name}, ${shownEmail(declaration.email)}` },
        { label: 'declaration.number', value: declaration.declared_code },
        { label: 'declarations.received', value: moment(received_at) },
        { label: 'declaration.lines', value: cancellation === null ? wanted : null },
        { label: 'declaration.way', value: cancellation && name('cancellation', cancellation.kind) },
        {
          label: 'declaration.endsOn',
          value: cancellation && (endsOn === null ? t('declaration.earliest') : day(`${endsOn}T12:00:00Z`)),
        },
        { label: 'declaration.reason', value: reason },
        { label: 'declaration.answered', value: answered_at && moment(answered_at) },
      ]}
    />
  );
}

function NoPurchase() {
  const { t } = useTranslation('backOffice');
  return <p>{t('declaration.noPurchase')}</p>;
}

interface EvidenceProps {
  readonly evidence: NonNullable<OperatorDeclaration['evidence']>;
}

function Evidence({ evidence }: EvidenceProps) {
  const { t } = useTranslation('backOffice');
  const { moment } = useFormats();
  const at = (time: string | null): ReactNode => (time === null ? t('declaration.never') : moment(time));
  const hasGoods = evidence.shipped_at !== null || evidence.delivered_at !== null;
  return (
    <Facts
      facts={[
        { label: 'declaration.bought', value: at(evidence.bought_at) },
        { label: 'declaration.confirmed', value: at(evidence.confirmed_at) },
        {
          label: 'declaration.waived',
          value: evidence.waiver_accepted_at && moment(evidence.waiver_accepted_at),
        },
        {
          label: 'declaration.codeWaived',
          value: evidence.code_waiver_accepted_at && moment(evidence.code_waiver_accepted_at),
        },
        {
          label: 'declaration.earlyStart',
          value: evidence.early_start_requested_at && moment(evidence.early_start_requested_at),
        },
        { label: 'order.shipped', value: hasGoods ? at(evidence.shipped_at) : null },
        { label: 'order.delivered', value: hasGoods ? at(evidence.delivered_at) : null },
      ]}
    />
  );
}

/** Order lines with the use of their content, and the last day for a withdrawal. */
function UsedLines({ evidence }: EvidenceProps) {
  const { t } = useTranslation('backOffice');
  const { day, moment } = useFormats();
  return (
    <Entries
      entries={evidence.lines.map((line) => ({
        key: line.id,
        title: `${line.quantity} × ${line.title}`,
        detail: [
          line.opened_at === null
            ? t('declaration.unopened')
            : t('declaration.opened', { at: moment(line.opened_at), lesson: line.opened_lesson_id ?? '' }),
          line.last_used_at === null ? '' : t('declaration.lastUsed', { at: moment(line.last_used_at) }),
          line.codes_redeemed > 0 ? t('declaration.redeemed', { count: line.codes_redeemed }) : '',
        ]
          .filter((text) => text !== '')
          .join(' · '),
        end:
          line.withdrawal_until === null
            ? t('declaration.notBegun')
            : t('declaration.until', { day: day(`${line.withdrawal_until}T12:00:00Z`) }),
      }))}
    />
  );
}

function Decided({ decision }: { readonly decision: OperatorDeclaration['decision'] }) {
  const { t } = useTranslation('backOffice');
  const { money, day } = useFormats();
  const name = useNames();
  return (
    <>
      <Entries
        entries={[
          ...decision.lines.map(({ title, quantity, result, amount, deduction }, index) => ({
            key: `line-${index}`,
            title: `${quantity} × ${title}`,
            detail: [
              name('lineResult', result),
              deduction > 0 ? t('declaration.kept', { amount: money(cents(deduction)) }) : '',
            ]
              .filter((text) => text !== '')
              .join(' · '),
            end: amount === 0 ? undefined : money(cents(amount)),
          })),
          ...decision.subscriptions.map(({ code, title, result, ends_on }) => ({
            key: code,
            title: `${title} ${code}`,
            detail: name('subscriptionResult', result),
            end: ends_on === null ? undefined : t('declaration.ends', { day: day(`${ends_on}T12:00:00Z`) }),
          })),
        ]}
      />
      {decision.text !== null && <p>{decision.text}</p>}
    </>
  );
}

function Purchase({ declaration: { evidence, subscription } }: DeclarationProps) {
  const { t } = useTranslation('backOffice');
  const { permissions } = useOperator();
  if (evidence === null && subscription === null) return <p>{t('declaration.noPurchase')}</p>;
  return (
    <Facts
      facts={[
        {
          label: 'declaration.order',
          value:
            evidence &&
            (permissions.includes('orders.read') ? (
              <Link to={`/orders/${evidence.order_id}`}>{evidence.order_code}</Link>
            ) : (
              evidence.order_code
            )),
        },
        {
          label: 'declaration.subscription',
          value: subscription && <Link to={`/subscriptions/${subscription.id}`}>{subscription.code}</Link>,
        },
      ]}
    />
  );
}
