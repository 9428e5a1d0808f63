import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

const unknown = { error: { code: 'NOT_FOUND', status: 404 } };

const cases: KitCases<HostWorld> = {
  async 'lists posts newest first, page by page, none twice'({ reading }) {
    const all = succeeded(await reading.listPosts({ number: 1, size: 50 }));
    const days = all.items.map((post) => post.published_on);
    expect(days).toEqual(days.toSorted().reverse());
    const first = succeeded(await reading.listPosts({ number: 1, size: 1 }));
    const second = succeeded(await reading.listPosts({ number: 2, size: 1 }));
    expect([...first.items, ...second.items]).toEqual(all.items.slice(0, 2));
    expect(first).toMatchObject({ number: 1, size: 1, total: all.total });
  },
  async 'answers a whole post with its courses'({ reading }) {
    const post = succeeded(await reading.getPost('zwanzig-minuten'));
    expect(post).toMatchObject({ slug: 'zwanzig-minuten', topic: 'Üben' });
    expect(post.html).toContain('<p>');
    expect(post.courses.map((course) => course.slug)).toEqual(['clara-schumann']);
    expect(await reading.getPost('gibt-es-nicht')).toMatchObject(unknown);
  },
  async 'answers a master with what they teach'({ reading }) {
    const master = succeeded(await reading.getMaster('clara-schumann'));
    expect(master).toMatchObject({ firstname: 'Clara', lastname: 'Schumann' });
    expect(master.courses.map((course) => course.slug)).toEqual(['clara-schumann']);
    expect(master.biography.length).toBeGreaterThan(0);
    expect(await reading.getMaster('gibt-es-nicht')).toMatchObject(unknown);
  },
};

/** The promises of `ports/reading.ts`. */
export function describeReadingPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Reading: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
