import { ok } from '#core/rules/result.ts';
import type { OwnAccount } from '#ports/own-account.ts';
import type { RunningSessions } from '#ports/running-sessions.ts';
import { beginMemorySession, judgeNewPassword } from './memory-accounts.ts';
import type { Caller, MemoryHost, MemoryMail } from './memory-host.ts';
import {
  callingSession,
  callingUser,
  endMemorySessions,
  findMemoryUser,
  keepMemoryUser,
  refuse,
} from './memory-host.ts';
import { createMemorySubscriptions } from './memory-subscriptions.ts';

/** Where the caller is logged in, on a host in memory. */
export function createMemoryRunningSessions(host: MemoryHost, caller: Caller): RunningSessions {
  return {
    async list({ number, size }) {
      const current = callingSession(host, caller);
      if (current === null) return refuse('UNAUTHENTICATED', 401);
      const running = [...host.refreshTokens.values()].filter(({ sub }) => sub === current.sub).toReversed();
      const items = running.slice((number - 1) * size, number * size).map(({ id, created_at }) => ({
        id,
        device: '',
        created_at,
        last_used_at: created_at,
        is_current: id === current.id,
      }));
      return ok({ items, number, size, total: running.length });
    },
    async end(id) {
      const current = callingSession(host, caller);
      if (current === null) return refuse('UNAUTHENTICATED', 401);
      const before = host.refreshTokens.size;
      endMemorySessions(host, (session) => session.id === id && session.sub === current.sub);
      return host.refreshTokens.size === before ? refuse('NOT_FOUND', 404) : ok(null);
    },
    async endOthers() {
      const current = callingSession(host, caller);
      if (current === null) return refuse('UNAUTHENTICATED', 401);
      endMemorySessions(host, ({ id, sub }) => sub === current.sub && id !== current.id);
      return ok(null);
    },
  };
}

/** The caller's account as a whole, on a host in memory. */
export function createMemoryOwnAccount(host: MemoryHost, caller: Caller): OwnAccount {
  const subscriptions = createMemorySubscriptions(host, caller);
  const wrongPassword = (field: string) => refuse('WRONG_PASSWORD', 422, { [field]: 'WRONG_PASSWORD' });
  const closedLink = () => refuse('LINK_EXPIRED', 410, { '/token': 'LINK_EXPIRED' });

  async function hasRenewingContract(): Promise<boolean> {
    const contracts = await subscriptions.list({ number: 1, size: 50 });
    return contracts.ok && contracts.value.items.some((one) => one.next_charge !== null);
  }

  /** The mail with that link, which works once. */
  function takeLink(link: MemoryMail['link'], token: string): MemoryMail | undefined {
    const index = host.mailed.findIndex((mail) => mail.link === link && mail.secret === token);
    return index < 0 ? undefined : host.mailed.splice(index, 1)[0];
  }

  function erase(sub: string): void {
    endMemorySessions(host, (session) => session.sub === sub);
    host.users.delete(sub);
  }

  return {
    async changePassword({ current_password, password, password_confirmation }) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      const judged = judgeNewPassword(password, password_confirmation);
      if (!judged.ok) return judged;
      if (user.password !== current_password) return wrongPassword('/current_password');
      endMemorySessions(host, ({ sub }) => sub === user.learner.sub);
      return beginMemorySession(host, keepMemoryUser(host, { ...user, password }));
    },
    async confirmEmail(token) {
      const mail = takeLink('email_change', token);
      const user = host.users.get(mail?.sub ?? '');
      if (mail === undefined || user === undefined || findMemoryUser(host, mail.to) !== undefined) {
        return closedLink();
      }
      keepMemoryUser(host, { ...user, learner: { ...user.learner, email: mail.to } });
      return ok(null);
    },
    async export(sub) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      if (user.learner.sub !== sub) return refuse('NOT_FOUND', 404);
      return ok({ account: user.learner, addresses: user.addresses });
    },
    async delete(sub, password) {
      const user = callingUser(host, caller);
      if (user === null) return refuse('UNAUTHENTICATED', 401);
      if (user.learner.sub !== sub) return refuse('NOT_FOUND', 404);
      if (user.password === null) {
        if (await hasRenewingContract()) return refuse('CONTRACT_RENEWS', 409);
        const secret = host.ids.uuid().replaceAll('-', '');
        host.mailed.push({ to: user.learner.email, secret, link: 'account_deletion', sub });
        return ok('link_sent');
      }
      if (password === null) return refuse('INVALID_INPUT', 422, { '/password': 'INVALID_INPUT' });
      if (user.password !== password) return wrongPassword('/password');
      if (await hasRenewingContract()) return refuse('CONTRACT_RENEWS', 409);
      erase(sub);
      return ok('deleted');
    },
    async confirmDeletion(token) {
      const mail = takeLink('account_deletion', token);
      if (mail?.sub === undefined || !host.users.has(mail.sub)) return closedLink();
      erase(mail.sub);
      return ok(null);
    },
  };
}
