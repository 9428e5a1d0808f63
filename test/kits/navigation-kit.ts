import { expect } from 'vitest';
import type { Navigation } from '#ports/browser/navigation.ts';
import { type KitCases, runKit, type Tested } from './run-kit.ts';

/** An adapter whose current page is `/de/kurse?seite=2`. */
export interface NavigationHarness {
  readonly navigation: Navigation;
  /** Returns the paths with query strings that were loaded so far, reloads included. */
  visits(): Promise<readonly string[]>;
}

const cases: KitCases<NavigationHarness> = {
  async 'returns the path and query of the current page'({ navigation }) {
    expect(navigation.address()).toEqual({ path: '/de/kurse', query: 'seite=2' });
  },
  async 'loads a path of this site with its query'({ navigation, visits }) {
    navigation.assign('/en/kurse?seite=3');
    expect(await visits()).toEqual(['/en/kurse?seite=3']);
  },
  async 'reloads the current document'({ navigation, visits }) {
    navigation.reload();
    expect(await visits()).toEqual(['/de/kurse?seite=2']);
  },
  async 'never leaves the site'({ navigation, visits }) {
    const elsewhere = [
      '//evil.example/x',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '',
    ];
    for (const target of elsewhere) navigation.assign(target);
    expect(await visits()).toEqual(elsewhere.map(() => '/'));
  },
};

/** Registers the conformance tests of `ports/browser/navigation.ts` for one adapter. */
export const describeNavigationPort = (adapter: Tested<NavigationHarness>) =>
  runKit('Navigation', cases, adapter);
