import { contract } from '#contract/contract.ts';
import { ok } from '#core/rules/result.ts';
import type { HostContext } from '#host/host-context.ts';
import type { Route } from '#host/http/route.ts';
import { route } from '#host/http/route.ts';
import type { MailTexts } from '#host/mail/mail-texts.ts';
import { takeMessage } from '#host/services/contact/take-message.ts';
import type { ConsentWording } from '#host/services/newsletter/confirm-newsletter.ts';
import { confirmNewsletter } from '#host/services/newsletter/confirm-newsletter.ts';
import { unsubscribe } from '#host/services/newsletter/leave-newsletter.ts';
import { subscribeToNewsletter } from '#host/services/newsletter/subscribe-to-newsletter.ts';
import { noteRegistrationSource } from '#host/services/tracking/note-registration-source.ts';

const done = { success: true } as const;

/** Newsletter, messages to the shop, and where registrations came from (decisions §5, §6, §9). */
export function marketingRoutes(context: HostContext, texts: MailTexts): readonly Route[] {
  const consent: ConsentWording = {
    de: texts.de.newsletter_confirm.consent,
    en: texts.en.newsletter_confirm.consent,
  };
  return [
    route(contract.subscribeToNewsletter, async ({ body, caller }) => {
      const asked = await subscribeToNewsletter(context, body, caller.address);
      return asked.ok ? ok(done) : asked;
    }),
    route(contract.confirmNewsletter, async ({ body }) => {
      const confirmed = await confirmNewsletter(context, body.token, consent);
      return confirmed.ok ? ok(done) : confirmed;
    }),
    route(contract.leaveNewsletter, async ({ query }) => {
      const left = await unsubscribe(context, query.token);
      return left.ok ? ok(done) : left;
    }),
    route(contract.leaveNewsletterByMail, async ({ query }) => {
      const left = await unsubscribe(context, query.token);
      return left.ok ? ok(done) : left;
    }),
    route(contract.sendMessage, async ({ body, caller }) => {
      const taken = await takeMessage(context, body, caller);
      return taken.ok ? ok(done) : taken;
    }),
    route(contract.trackUtm, async ({ body, caller }) => {
      const noted = await noteRegistrationSource(context, caller.user.id, body);
      return noted.ok ? ok(done) : noted;
    }),
  ];
}
