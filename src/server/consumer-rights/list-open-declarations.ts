import type { HostContext } from '#server/server-context.ts';
import type { CancellationDetails, Decision, WithdrawalDetails } from './decision.ts';

/** A declaration that an operator has to look at. */
export interface OpenDeclaration {
  readonly reference: string;
  readonly kind: 'withdrawal' | 'cancellation';
  /** As typed. */
  readonly contract_code: string;
  readonly email: string;
  readonly name: string;
  readonly received_at: Date;
  readonly details: WithdrawalDetails | CancellationDetails;
  /** What was decided so far, and why it is open. */
  readonly decision: Decision;
}

/** Declarations that wait for an operator, oldest first: nothing matched, or goods have to come back. */
export async function listOpenDeclarations(
  { db }: Pick<HostContext, 'db'>,
  limit = 100,
): Promise<readonly OpenDeclaration[]> {
  const rows = await db
    .selectFrom('declarations')
    .selectAll()
    .where('state', '=', 'open')
    .orderBy('received_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    reference: row.reference,
    kind: row.kind as OpenDeclaration['kind'],
    contract_code: row.contract_code,
    email: row.email,
    name: row.name,
    received_at: row.received_at,
    details: row.details as OpenDeclaration['details'],
    decision: row.decision as Decision,
  }));
}
