import { operatorEndpoints } from '#api/operator-endpoints.ts';
import type { Locale } from '#core/model/values.ts';
import { err, ok } from '#core/rules/basics/result.ts';
import { listOperatorReviews, readOperatorReview } from '#server/learning/operator-reviews.ts';
import { answerReview, setReviewVisibility } from '#server/learning/reviews.ts';
import { listMails, readMail, readMailText } from '#server/mail/operator-mails.ts';
import { resendMail } from '#server/mail/outbox.ts';
import { listMessages, noteMessage, readMessage } from '#server/marketing/operator-messages.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { domainFailure } from '#server/platform/domain-failure.ts';
import { toListDocument, toRecordDocument } from '#server/platform/http/list-document.ts';
import { type Route, route } from '#server/platform/http/route.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { resendEvent } from '#server/platform/webhooks/webhook-endpoints.ts';
import { listEvents } from './operator-events.ts';

const missing = () => err(domainFailure('NOT_FOUND'));

/** Operator routes for messages, reviews, mails and webhook events. */
export function correspondenceRoutes(context: ServerContext, mailTexts: MailTexts): readonly Route[] {
  return [...messageRoutes(context), ...reviewRoutes(context), ...outgoingRoutes(context, mailTexts)];
}

function messageRoutes(context: ServerContext): readonly Route[] {
  const { db } = context;
  const show = async (id: string) => toRecordDocument('messages', await readMessage(db, id));
  return [
    route(operatorEndpoints.listMessages, async ({ query }) => {
      const { 'filter[q]': q, 'filter[state]': state, 'page[after]': after, 'page[size]': size } = query;
      return ok(toListDocument('messages', await listMessages(db, { q, state, after, size })));
    }),
    route(operatorEndpoints.getMessage, ({ params }) => show(params.id)),
    route(operatorEndpoints.noteMessage, async ({ params, body, caller }) =>
      (await noteMessage(actingAs(context, caller), params.id, body.is_handled))
        ? show(params.id)
        : missing(),
    ),
  ];
}

function reviewRoutes(context: ServerContext): readonly Route[] {
  const { db } = context;
  const show = async (id: string, locale: Locale) =>
    toRecordDocument('operator_reviews', await readOperatorReview(db, id, locale));
  return [
    route(operatorEndpoints.listOperatorReviews, async ({ query, caller }) => {
      const found = await listOperatorReviews(db, {
        q: query['filter[q]'],
        state: query['filter[state]'],
        stars: query['filter[stars]'],
        after: query['page[after]'],
        size: query['page[size]'],
        locale: caller.locale,
      });
      return ok(toListDocument('operator_reviews', found));
    }),
    route(operatorEndpoints.getOperatorReview, ({ params, caller }) => show(params.id, caller.locale)),
    route(operatorEndpoints.answerReview, async ({ params, body, caller }) => {
      const answered = await answerReview(actingAs(context, caller), params.id, body.text, body.seen);
      return answered.ok ? show(params.id, caller.locale) : answered;
    }),
    route(operatorEndpoints.setReviewVisibility, async ({ params, body, caller }) =>
      (await setReviewVisibility(actingAs(context, caller), params.id, body))
        ? show(params.id, caller.locale)
        : missing(),
    ),
  ];
}

function outgoingRoutes(context: ServerContext, mailTexts: MailTexts): readonly Route[] {
  const { db } = context;
  return [
    route(operatorEndpoints.listMails, async ({ query }) => {
      const { 'filter[q]': q, 'filter[state]': state, 'page[after]': after, 'page[size]': size } = query;
      return ok(toListDocument('mails', await listMails(db, { q, state, after, size })));
    }),
    route(operatorEndpoints.getMail, async ({ params }) =>
      toRecordDocument('mails', await readMail(db, params.id)),
    ),
    route(operatorEndpoints.readMailText, async ({ params, caller }) => {
      const read = await readMailText(context, mailTexts, params.id, caller.operator.permissions);
      return read.ok ? ok({ data: read.value }) : read;
    }),
    route(operatorEndpoints.sendMailAgain, async ({ params, body, caller }) => {
      const sent = await resendMail(actingAs(context, caller), params.id, body.copy_id);
      if (!sent.ok) return sent.error === 'UNKNOWN_MAIL' ? missing() : err(domainFailure('GONE'));
      const shown = toRecordDocument('mails', await readMail(db, params.id));
      return shown.ok ? ok({ ...shown.value, meta: { outcome: sent.value } }) : shown;
    }),
    route(operatorEndpoints.listEvents, async ({ query }) => {
      const { 'filter[state]': state, 'page[after]': after, 'page[size]': size } = query;
      return ok(toListDocument('events', await listEvents(db, { state, after, size })));
    }),
    route(operatorEndpoints.sendEventAgain, async ({ params, caller }) => {
      const endpoints = await resendEvent(actingAs(context, caller), params.id);
      return endpoints === 0 ? missing() : ok({ success: true as const, endpoints });
    }),
  ];
}
