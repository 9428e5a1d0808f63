/** Commands of a page to the script of a service. */
type Command = readonly unknown[];

/** Creates a page that records commands, loaded scripts and removed cookies. It has the shop's cookie `locale`. */
export function createAnalyticsPage() {
  const commands: Command[] = [];
  const entries: Readonly<Record<string, unknown>>[] = [];
  const scripts: string[] = [];
  const removed: string[] = [];
  const jar = new Set(['locale']);
  return {
    commands,
    entries,
    scripts,
    removed,
    /** What an adapter gets of the page. */
    surroundings: {
      gtag: (...command: Command) => void commands.push(command),
      fbq: (...command: Command) => void commands.push(command),
      layer: { push: (entry: Readonly<Record<string, unknown>>) => entries.push(entry) },
      loadScript: (address: string) => void scripts.push(address),
      removeCookies(prefix: string) {
        removed.push(prefix);
        for (const name of jar) if (name.startsWith(prefix)) jar.delete(name);
      },
      now: () => 0,
      origin: 'https://shop.example',
    },
    /** What the conformance kit needs besides events and amounts. */
    observe: (...cookies: readonly string[]) => ({
      traces: async () => JSON.stringify([commands, entries, scripts]),
      requests: async () => scripts,
      setCookies: async () => cookies.forEach((name) => void jar.add(name)),
      cookies: async () => [...jar],
    }),
  };
}
