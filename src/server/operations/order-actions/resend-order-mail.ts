import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { resendMail } from '#server/mail/outbox.ts';
import { readOperatorOrder } from '#server/orders/operator-order.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import type { ServerContext } from '#server/platform/server-context.ts';

/** A mail (`mail_id`) of an order (`id`). */
interface OwnMail {
  readonly id: string;
  readonly mail_id: string;
  /** Id of the copy, so that a repeated call makes no second one. */
  readonly copy_id: string;
}

/** Sends a mail about an order again, once for each `copy_id`. */
export async function resendOrderMail(
  context: ServerContext,
  { id, mail_id, copy_id }: OwnMail,
): Promise<Result<void, DomainFailure>> {
  const order = await readOperatorOrder(context.db, { id });
  if (!order?.mails.some((mail) => mail.id === mail_id)) return err(domainFailure('NOT_FOUND'));
  const sent = await resendMail(context, mail_id, copy_id);
  return sent.ok ? ok(undefined) : err(domainFailure('GONE'));
}
