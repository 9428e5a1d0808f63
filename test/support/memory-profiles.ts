import { normaliseEmail } from '#core/rules/address.ts';
import type { CallFailure, Result } from '#core/rules/result.ts';

import { ok } from '#core/rules/result.ts';
import type { Newsletter } from '#ports/newsletter.ts';
import type { Profiles } from '#ports/profiles.ts';
import type { Caller, MemoryHost, MemoryMail, MemoryUser } from './memory-host.ts';
import { callingUser, findMemoryUser, keepMemoryUser, refuse } from './memory-host.ts';

/** Mails a link with a token of its own. */
function mailLink(host: MemoryHost, mail: Omit<MemoryMail, 'secret'>): void {
  host.mailed.push({ ...mail, secret: host.ids.uuid().replaceAll('-', '') });
}

/** Open links to confirm a newsletter stop working. */
function closeConfirmations(host: MemoryHost, email: string): void {
  const open = host.mailed.filter((mail) => mail.link !== 'newsletter_confirm' || mail.to !== email);
  host.mailed.splice(0, host.mailed.length, ...open);
}

function setNewsletter(host: MemoryHost, email: string, newsletter: boolean): void {
  const user = findMemoryUser(host, email);
  if (user !== undefined) keepMemoryUser(host, { ...user, learner: { ...user.learner, newsletter } });
}

/** The caller's own data on a host in memory. */
export function createMemoryProfiles(host: MemoryHost, caller: Caller): Profiles {
  const own = (sub: string): Result<MemoryUser, CallFailure> => {
    const user = callingUser(host, caller);
    if (user === null) return refuse('UNAUTHENTICATED', 401);
    return user.learner.sub === sub ? ok(user) : refuse('FORBIDDEN', 403);
  };
  return {
    async get(sub) {
      const user = own(sub);
      return user.ok ? ok(user.value.learner) : user;
    },
    async setPreferredLanguage(sub, preferred_language) {
      const user = own(sub);
      if (!user.ok) return user;
      const learner = { ...user.value.learner, preferred_language };
      return ok(keepMemoryUser(host, { ...user.value, learner }).learner);
    },
    async update(sub, { email, newsletter, ...plain }) {
      const user = own(sub);
      if (!user.ok) return user;
      const { learner } = keepMemoryUser(host, {
        ...user.value,
        learner: { ...user.value.learner, ...plain },
      });
      if (newsletter === true && !learner.newsletter) {
        mailLink(host, { to: learner.email, link: 'newsletter_confirm' });
      }
      if (newsletter === false) {
        closeConfirmations(host, learner.email);
        setNewsletter(host, learner.email, false);
      }
      const wanted = email === undefined ? learner.email : normaliseEmail(email);
      if (wanted !== learner.email && findMemoryUser(host, wanted) === undefined) {
        mailLink(host, { to: wanted, link: 'email_change', sub });
      }
      return ok(host.users.get(sub)?.learner ?? learner);
    },
  };
}

/** The newsletter of a host in memory. It knows readers by their accounts only. */
export function createMemoryNewsletter(host: MemoryHost): Newsletter {
  const find = (link: MemoryMail['link'], token: string) =>
    host.mailed.findLast((mail) => mail.link === link && mail.secret === token);
  return {
    async subscribe({ email }) {
      const to = normaliseEmail(email);
      if (findMemoryUser(host, to)?.learner.newsletter !== true) {
        mailLink(host, { to, link: 'newsletter_confirm' });
      }
      return ok(null);
    },
    async confirm(token) {
      const mail = find('newsletter_confirm', token);
      if (mail === undefined) return refuse('LINK_EXPIRED', 410, { '/token': 'LINK_EXPIRED' });
      const isNew = findMemoryUser(host, mail.to)?.learner.newsletter !== true;
      setNewsletter(host, mail.to, true);
      if (isNew) mailLink(host, { to: mail.to, link: 'newsletter_leave' });
      return ok(null);
    },
    async leave(token) {
      const mail = find('newsletter_leave', token);
      if (mail === undefined) return refuse('NOT_FOUND', 404);
      closeConfirmations(host, mail.to);
      setNewsletter(host, mail.to, false);
      return ok(null);
    },
  };
}
