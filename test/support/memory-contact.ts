import { ok } from '#core/rules/result.ts';
import type { Contact } from '#ports/contact.ts';
import type { MemoryHost } from './memory-host.ts';
import { refuse } from './memory-host.ts';

/** Messages to a host in memory, which receipts them to their author. */
export function createMemoryContact(host: MemoryHost): Contact {
  return {
    async send({ email, name, topic, message }) {
      const empty = Object.entries({ email, name, topic, message }).find(([, value]) => value.trim() === '');
      if (empty !== undefined) return refuse('INVALID_INPUT', 422, { [`/${empty[0]}`]: 'INVALID_INPUT' });
      host.mailed.push({ to: email, secret: topic });
      return ok(null);
    },
  };
}
