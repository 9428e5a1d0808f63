import { describeAnalyticsPort, openAnalyticsPage } from 'meisterhand/kits';
import openSampleName from '../src/browser.ts';
import sampleName from '../src/module.ts';
import { notYet } from '../src/not-yet.ts';

// For a service that needs no consent (`purpose: 'none'`), use `describeConsentlessAnalytics`.
describeAnalyticsPort({
  name: 'sample-name',
  async create() {
    const settings = { SAMPLE_NAME_URL: 'https://sample-name.example', SAMPLE_NAME_ID: '1' };
    const { setCookies: _, ...page } = openAnalyticsPage({
      category: sampleName.consent,
      open: openSampleName,
      settings: sampleName.browserSettings(settings),
      hosts: Object.values(sampleName.hosts(settings)).flat(),
    });
    return {
      ...page,
      events: async () =>
        notYet(
          "return the shop's names of the events that were sent, others by their own; see `page.window`",
        ),
      amounts: async () => notYet('return the amount of each event that was sent, null without one'),
      purchase: async () =>
        notYet('return unit prices, VAT and shipping of the last purchase, null for what is not sent'),
      unit: 'euros',
      traces: async () => notYet('return everything that was sent or stored as text'),
      setCookies: async () => notYet("call the page's `setCookies` with the names of the service's cookies"),
    };
  },
});
