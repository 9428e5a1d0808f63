import { expect } from 'vitest';
import type { HostKit, HostWorld } from './host-world.ts';
import { succeeded } from './host-world.ts';
import type { KitCases } from './run-kit.ts';
import { runKit } from './run-kit.ts';

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
  async 'answers the newsletter box with the sentence to agree to'({ contents }) {
    const widget = succeeded(await contents.getNewsletterWidget());
    expect(widget.is_active).toBe(true);
    expect(widget.consent).not.toBe('');
  },
  async 'answers the page of an offer with its coupon and products'({ contents }) {
    const page = succeeded(await contents.getCampaign('werkbank'));
    expect(page).toMatchObject({ place: 'angebote', coupon: { code: 'WERKBANK' }, giveaway: null });
    expect(page.products.map(({ slug }) => slug)).toEqual(['druckwerkstatt']);
    expect(page.promises.length).toBeGreaterThan(1);
  },
  async 'lists the campaigns that run, with what they give or how long they are open'({ contents }) {
    const campaigns = succeeded(await contents.listCampaigns());
    expect(campaigns.find(({ slug }) => slug === 'werkbank')).toMatchObject({
      place: 'angebote',
      offer: '10 % auf Geschenkboxen',
      until: null,
    });
    expect(campaigns.find(({ slug }) => slug === 'winterlos')).toMatchObject({
      place: 'specials',
      offer: null,
      until: '2027-02-28',
    });
  },
  async 'takes part in the giveaway of a page, and again alike'({ contents }) {
    const page = succeeded(await contents.getCampaign('winterlos'));
    expect(page).toMatchObject({ place: 'specials', coupon: null, giveaway: { is_running: true } });
    const entry = { email: 'los@meisterhand.example', giveaway: 'winterlos', newsletter: false };
    succeeded(await contents.enterGiveaway(entry));
    succeeded(await contents.enterGiveaway(entry));
  },
  async 'knows no page and no giveaway of another name'({ contents }) {
    const unknown = { error: { code: 'NOT_FOUND', status: 404 } };
    expect(await contents.getCampaign('gibt-es-nicht')).toMatchObject(unknown);
    const entry = { email: 'los@meisterhand.example', giveaway: 'gibt-es-nicht', newsletter: false };
    expect(await contents.enterGiveaway(entry)).toMatchObject(unknown);
  },
  async 'answers the small window of a page, with and without its locale, and null for others'({ contents }) {
    expect(succeeded(await contents.getPopup('/de/kurse'))).toMatchObject({ key: 'first-lesson' });
    expect(succeeded(await contents.getPopup('/kurse'))).toMatchObject({ link: { path: '/tv' } });
    expect(succeeded(await contents.getPopup('/de/impressum'))).toBeNull();
  },
};

/** The promises of `ports/contents.ts`. */
export function describeContentsPort({ name, create, skip = [] }: HostKit): void {
  runKit({ name: `Contents: ${name}`, cases, create, dispose: (world) => world.dispose(), skip });
}
