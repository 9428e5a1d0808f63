import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const cases: KitCases<HostWorld> = {
  async 'finds courses and masters by a name, whoever asks'({ search, setBearer }) {
    setBearer(null);
    const hits = succeeded(await search.find('Schumann'));
    expect(hits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'course', slug: 'clara-schumann' }),
        expect.objectContaining({ kind: 'master', slug: 'clara-schumann', title: 'Clara Schumann' }),
      ]),
    );
  },
  async 'finds nothing for what is not there, or for a single letter'({ search }) {
    expect(succeeded(await search.find('xylophonbau'))).toEqual([]);
    expect(succeeded(await search.find('k'))).toEqual([]);
  },
};

/** The promises of `ports/search.ts`. */
export function describeSearchPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Search: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
