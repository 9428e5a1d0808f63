import { endpoints } from '#api/endpoints.ts';
import { ok } from '#core/rules/result.ts';
import type { ConsentWording } from '#server/accounts/newsletter.ts';
import { confirmNewsletter, subscribeToNewsletter, unsubscribe } from '#server/accounts/newsletter.ts';
import type { Route } from '#server/http/mount-endpoint.ts';
import { route } from '#server/http/mount-endpoint.ts';
import type { MailTexts } from '#server/mail/mail-texts.ts';
import { takeMessage } from '#server/marketing/contact.ts';
import { noteRegistrationSource } from '#server/marketing/tracking.ts';
import type { ServerContext } from '#server/server-context.ts';

const done = { success: true } as const;

/** Newsletter, contact messages, and the origin of registrations. */
export function marketingRoutes(context: ServerContext, texts: MailTexts): readonly Route[] {
  const consent: ConsentWording = {
    de: texts.de.newsletter_confirm.consent,
    en: texts.en.newsletter_confirm.consent,
  };
  return [
    route(endpoints.subscribeToNewsletter, async ({ body, caller }) => {
      const subscribed = await subscribeToNewsletter(context, body, caller.address);
      return subscribed.ok ? ok(done) : subscribed;
    }),
    route(endpoints.confirmNewsletter, async ({ body }) => {
      const confirmed = await confirmNewsletter(context, body.token, consent);
      return confirmed.ok ? ok(done) : confirmed;
    }),
    route(endpoints.leaveNewsletter, async ({ query }) => {
      const left = await unsubscribe(context, query.token);
      return left.ok ? ok(done) : left;
    }),
    route(endpoints.leaveNewsletterByMail, async ({ query }) => {
      const left = await unsubscribe(context, query.token);
      return left.ok ? ok(done) : left;
    }),
    route(endpoints.sendMessage, async ({ body, caller }) => {
      const taken = await takeMessage(context, body, caller);
      return taken.ok ? ok(done) : taken;
    }),
    route(endpoints.trackUtm, async ({ body, caller }) => {
      const noted = await noteRegistrationSource(context, caller.user.id, body);
      return noted.ok ? ok(done) : noted;
    }),
  ];
}
