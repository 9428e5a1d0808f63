import { kitPageAddress, kitPageTitle } from '#test/kits/analytics-harness.ts';
import { openRecordingPage } from '#test/kits/recording-page.ts';

/** Commands of a page to the script of a service. */
type Command = readonly unknown[];

/** Creates a page that records commands, loaded scripts and removed cookies. It has the shop's cookie `locale`. */
export function createAnalyticsPage() {
  const commands: Command[] = [];
  const entries: Readonly<Record<string, unknown>>[] = [];
  const removed: string[] = [];
  const page = openRecordingPage(kitPageAddress, kitPageTitle);
  const scripts: string[] = [];
  return {
    commands,
    entries,
    scripts,
    removed,
    /** The parts of the page that an adapter gets. */
    surroundings: {
      gtag: (...command: Command) => void commands.push(command),
      fbq: (...command: Command) => void commands.push(command),
      layer: { push: (entry: Readonly<Record<string, unknown>>) => entries.push(entry) },
      loadScript(address: string) {
        scripts.push(address);
        page.loadScript(address);
      },
      removeCookies(prefix: string) {
        removed.push(prefix);
        page.removeCookies(prefix);
      },
      now: () => 0,
      origin: 'https://shop.example',
    },
    /** Returns the functions that the conformance kit needs besides events and amounts. */
    observe: (...cookies: readonly string[]) => ({
      traces: async () => JSON.stringify([commands, entries, scripts]),
      requests: page.requests,
      bodies: page.bodies,
      setCookies: async () => page.setCookies(...cookies),
      cookies: page.cookies,
      stored: page.stored,
      connections: page.connections,
      replaced: page.replaced,
      breakStorage: page.breakStorage,
      pass: page.pass,
    }),
  };
}
