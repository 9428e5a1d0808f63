import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const message = {
  email: 'fragt@example.org',
  name: 'Ada Kern',
  topic: 'Bestellung',
  message: 'Wann kommt mein Buch?',
  order_code: null,
};

const cases: KitCases<HostWorld> = {
  async 'takes a message from anybody'({ contact, setBearer }) {
    setBearer(null);
    expect(await contact.send(message)).toEqual({ ok: true, value: null });
    expect(await contact.send({ ...message, order_code: '7K4P2QXX' })).toEqual({ ok: true, value: null });
  },
  async 'names the field that is missing'({ contact }) {
    const answer = await contact.send({ ...message, message: '' });
    expect(answer).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT', status: 422 } });
    expect(answer.ok ? [] : Object.keys(answer.error.fields)).toEqual(['/message']);
  },
};

/** The promises of `ports/contact.ts`. */
export function describeContactPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Contact: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
