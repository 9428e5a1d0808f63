import { ok } from '#core/rules/result.ts';
import type { Rights } from '#ports/rights.ts';
import type { MemoryDeclaration, MemoryHost } from './memory-host.ts';
import { refuse } from './memory-host.ts';

/** Withdrawals and cancellations on a host in memory: recorded and receipted, never looked at. */
export function createMemoryRights(host: MemoryHost): Rights {
  async function record(letter: 'W' | 'K', declared: MemoryDeclaration['declared']) {
    const { code, email, name } = declared;
    const empty = Object.entries({ code, email, name }).find(([, value]) => value.trim() === '');
    const faulty = empty?.[0] ?? (email.includes('@') ? null : 'email');
    if (faulty !== null) return refuse('INVALID_INPUT', 422, { [`/${faulty}`]: 'INVALID_INPUT' });
    const reference = `${letter}-${host.declarations.length + 1}`;
    const received_at = new Date(host.clock.now()).toISOString();
    host.declarations.push({ reference, received_at, declared });
    host.mailed.push({ to: email, secret: reference });
    return ok({ reference, received_at });
  }

  return {
    withdraw: (withdrawal) => record('W', withdrawal),
    cancel: (cancellation) => record('K', cancellation),
  };
}
