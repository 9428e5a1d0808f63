import type { Transaction } from 'kysely';
import type { DeclarationDecision } from '#api/consumer-rights/operator-declaration-endpoints.ts';
import type { DecisionEffects } from '#api/operations/decision-preview-endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { cents, sumCents } from '#core/rules/basics/money.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { decideInTransaction } from '#server/consumer-rights/operator-decision.ts';
import { decisionRefusals } from '#server/consumer-rights/operator-declaration-routes.ts';
import { composeUnsent } from '#server/mail/compose-mail.ts';
import { readMailTexts } from '#server/mail/texts/written-mail-texts.ts';
import { isDisputed } from '#server/orders/charging/disputes.ts';
import { mailSubject } from '#server/orders/operator-order.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { needsRefundProof } from '#server/payments/refund-proof.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import type { Database } from '#server/platform/database/schema.ts';
import { inTransactionIf } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import { readBrand } from '#server/platform/outbox/mail-layout.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';

/** Route that previews the effects of an answer to a declaration. */
export function decisionPreviewRoutes(context: OrderContext, mailTexts: MailTexts): readonly Route[] {
  return [
    route(operatorEndpoints.previewDecision, async ({ params, body, caller }) => {
      const effects = await previewDecision(actingAs(context, caller), mailTexts, params.id, body);
      return effects.ok ? ok({ data: effects.value }) : effects;
    }),
  ];
}

/**
 * Carries out the answer, reads its effects and rolls everything back
 * (docs/behaviour/operations.md#declarations-for-operators), so that preview and decision cannot differ. Jobs pay money
 * and send mails; they never see these rows.
 */
function previewDecision(
  context: OrderContext,
  mailTexts: MailTexts,
  id: string,
  answer: DeclarationDecision,
): Promise<Result<DecisionEffects, DomainFailure>> {
  const isKept = () => false;
  return inTransactionIf(context.db, isKept, (trx) => tryDecision(trx, context, mailTexts, { id, answer }));
}

interface TriedDecision {
  readonly id: string;
  readonly answer: DeclarationDecision;
}

async function tryDecision(
  trx: Transaction<Database>,
  context: OrderContext,
  mailTexts: MailTexts,
  { id, answer }: TriedDecision,
): Promise<Result<DecisionEffects, DomainFailure>> {
  const row = await trx
    .selectFrom('declarations')
    .select('reference')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) return err(domainFailure('NOT_FOUND'));
  const before = await readFollowing(trx, id);
  const decided = await decideInTransaction(trx, context, row.reference, answer);
  if (!decided.ok) return err(domainFailure(decisionRefusals[decided.error]));
  const { refunds, letters } = await readFollowing(trx, id, before);
  const [letter] = letters;
  const proofs = [];
  for (const { order_id } of refunds) proofs.push(await needsRefundProof(trx, order_id, 0));
  return ok({
    state: decided.value.state,
    amount: sumCents(refunds.map(({ amount_cents }) => cents(amount_cents))),
    credit: sumCents(refunds.map(({ credit_cents }) => cents(credit_cents))),
    withheld: sumCents(
      refunds.filter(({ is_disputed }) => is_disputed).map(({ amount_cents }) => cents(amount_cents)),
    ),
    needs_proof: proofs.includes(true),
    letter:
      letter === undefined
        ? null
        : await composeUnsent(
            {
              db: trx,
              siteUrl: context.settings.siteUrl,
              texts: await readMailTexts(trx, mailTexts),
              brand: await readBrand(trx),
              orderToken: () => '',
            },
            letter,
          ),
  });
}

/** Reads the refunds and mails of a declaration, except those in `before`. */
async function readFollowing(
  trx: Transaction<Database>,
  id: string,
  before: { readonly refunds: readonly Row[]; readonly letters: readonly Row[] } = {
    refunds: [],
    letters: [],
  },
) {
  const refunds = await trx
    .selectFrom('refunds')
    .select(['id', 'order_id', 'amount_cents', 'credit_cents'])
    .select(isDisputed('refunds.payment_attempt_id').as('is_disputed'))
    .where('declaration_id', '=', id)
    .execute();
  const letters = await trx.selectFrom('outbox').selectAll().where(mailSubject, '=', id).execute();
  const isNew = (rows: readonly Row[]) => (row: Row) => !rows.some((known) => known.id === row.id);
  return {
    refunds: refunds.filter(isNew(before.refunds)),
    letters: letters.filter(isNew(before.letters)),
  };
}

type Row = { readonly id: string };
