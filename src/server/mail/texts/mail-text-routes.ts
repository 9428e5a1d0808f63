import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { EditedMailTexts } from '#core/model/mail-text.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { type Route, route, success } from '#server/platform/http/route.ts';
import { enqueueMail } from '#server/platform/outbox/enqueue-mail.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { previewMail } from './preview-mail.ts';
import { listWrittenMails, readWrittenMail, saveMailTexts } from './written-mail-texts.ts';

/** Policy of a mail preview: inline styles only. */
const previewPolicy = "default-src 'none'; style-src 'unsafe-inline'";

/** Back office routes for texts of mails. */
export function mailTextRoutes(context: ServerContext, texts: MailTexts): readonly Route[] {
  const { db } = context;
  return [
    route(operatorEndpoints.listMailTexts, async () => {
      const mails = await listWrittenMails(db);
      return ok({
        data: mails.map(({ id, ...attributes }) => ({ type: 'mail_texts' as const, id, attributes })),
      });
    }),
    route(operatorEndpoints.getMailTexts, async ({ params }) =>
      ok({ data: toResource(await readWrittenMail(db, texts, params.mail)) }),
    ),
    route(operatorEndpoints.saveMailTexts, async ({ params, body, caller }) => {
      const saved = await saveMailTexts(actingAs(context, caller), texts, { ...params, ...body });
      if (!saved.ok) return saved;
      const data = toResource(await readWrittenMail(db, texts, params.mail));
      return ok({ data, meta: { faults: [...saved.value] } });
    }),
    route(operatorEndpoints.previewMail, async ({ params, query }) => ({
      ...ok({
        filename: `${params.mail}.html`,
        content: new TextEncoder().encode(await previewMail(context, texts, { ...params, ...query })),
      }),
      headers: { 'Content-Security-Policy': previewPolicy, 'X-Robots-Tag': 'noindex, nofollow' },
    })),
    route(operatorEndpoints.tryMail, async ({ params, body, caller }) => {
      const { session } = caller.operator;
      if (session === null) return err(domainFailure('NOT_POSSIBLE'));
      await inTransaction(db, (trx) =>
        enqueueMail(trx, context, {
          template: 'text_trial',
          recipient: session.email,
          locale: body.locale,
          facts: params,
          dedupe_key: `text_trial:${context.ids.uuid()}`,
        }),
      );
      return ok(success);
    }),
  ];
}

function toResource({ id, ...attributes }: EditedMailTexts) {
  return { type: 'mail_texts' as const, id, attributes };
}
