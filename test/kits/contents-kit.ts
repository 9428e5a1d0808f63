import { expect } from 'vitest';
import type { HostKit, HostWorld } from '#test/kits/host-world.ts';
import { succeeded } from '#test/kits/host-world.ts';
import type { KitCases } from '#test/kits/run-kit.ts';
import { runKit } from '#test/kits/run-kit.ts';

const cases: KitCases<HostWorld> = {
  async 'answers the announcement bar'({ contents }) {
    const announcement = succeeded(await contents.getAnnouncement());
    expect(announcement.properties.text).not.toMatch(/<script/i);
    expect(typeof announcement.is_active).toBe('boolean');
  },
  async 'answers a legal page with its version'({ contents }) {
    const page = succeeded(await contents.getContentPage('agbs'));
    expect(page.slug).toBe('agbs');
    expect(page.html).not.toBe('');
    expect(page.version).not.toBe('');
  },
  async 'does not know an unknown page'({ contents }) {
    expect(await contents.getContentPage('gibt-es-nicht')).toMatchObject({
      error: { code: 'NOT_FOUND', status: 404 },
    });
  },
  async 'answers the facts of the shop'({ contents }) {
    const facts = succeeded(await contents.getShopFacts());
    expect(facts.name).not.toBe('');
    expect(facts.delivery_countries).toEqual(expect.arrayContaining(['DE', 'AT', 'CH']));
  },
};

/** The promises of `ports/contents.ts`. */
export function describeContentsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Contents: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
