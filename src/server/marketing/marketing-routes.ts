import { endpoints } from '#api/endpoints.ts';
import { operatorEndpoints } from '#api/operator-endpoints.ts';
import { ok } from '#core/rules/basics/result.ts';
import { actingAs } from '#server/platform/audit-log.ts';
import { done, type Route, route } from '#server/platform/http/route.ts';
import type { MailTexts } from '#server/platform/outbox/mail-texts.ts';
import type { ServerContext } from '#server/platform/server-context.ts';
import { receiveMessage } from './contact.ts';
import { exportNewsletter } from './export-newsletter.ts';
import { type ConsentWording, confirmNewsletter, subscribeToNewsletter, unsubscribe } from './newsletter.ts';

/** Newsletter and contact messages. */
export function marketingRoutes(context: ServerContext, texts: MailTexts): readonly Route[] {
  const consent: ConsentWording = {
    de: texts.de.newsletter_confirm.consent,
    en: texts.en.newsletter_confirm.consent,
  };
  return [
    route(operatorEndpoints.exportNewsletter, async ({ caller }) =>
      ok(await exportNewsletter(actingAs(context, caller), caller.locale)),
    ),
    route(endpoints.subscribeToNewsletter, async ({ body, caller }) => {
      return done(await subscribeToNewsletter(context, body, caller.address));
    }),
    route(endpoints.confirmNewsletter, async ({ body }) => {
      return done(await confirmNewsletter(context, body.token, consent));
    }),
    route(endpoints.leaveNewsletter, async ({ query }) => {
      return done(await unsubscribe(context, query.token));
    }),
    route(endpoints.leaveNewsletterByMail, async ({ query }) => {
      return done(await unsubscribe(context, query.token));
    }),
    route(endpoints.sendMessage, async ({ body, caller }) => {
      return done(await receiveMessage(context, body, caller));
    }),
  ];
}
