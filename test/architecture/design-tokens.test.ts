import { globSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { coverSources } from '#core/rules/catalogue/picture-widths.ts';
import { layout, timings } from '#core/rules/content/layout.ts';

const root = resolve(import.meta.dirname, '../..');
const tokensFile = 'src/ui/styles/tokens.css';
const tokens = readFileSync(join(root, tokensFile), 'utf8');

/**
 * The text of every CSS and TypeScript file of the user interface by path, without the file of the design
 * tokens.
 */
const sources = Object.fromEntries(
  readdirSync(join(root, 'src/ui'), { recursive: true, encoding: 'utf8' })
    .map((name) => `src/ui/${name}`)
    .filter((path) => /\.(?:css|tsx?)$/.test(path) && path !== tokensFile)
    .map((path) => [path, readFileSync(join(root, path), 'utf8')]),
);

/** Returns the first value of a custom property in the file of the design tokens. */
const token = (name: string) => new RegExp(`--${name}: ([^;]+);`).exec(tokens)?.[1];

describe('the tokens', () => {
  test('keep to the specification’s times and layers', () => {
    expect(token('t-toast')).toBe(`${timings.notificationAutoClose}ms`);
    expect(token('t-language')).toBe(`${timings.languageSwitcherDelay}ms`);
    expect(token('t-redirect')).toBe(`${timings.cartLoginRedirect}ms`);
    expect(token('t-base')).toBe(`${timings.modalCloseAnimation}ms`);
    expect(token('z-modal')).toBe(String(layout.modalLayer));
    expect(token('gold')?.toUpperCase()).toBe('#BA8904');
  });

  test('set the width of covers for each breakpoint', () => {
    const [narrow, tablet, laptop, wide] = coverSources().map(({ width }) => `${width}px`);
    expect(narrow).toBe(wide);
    expect([...tokens.matchAll(/--cover: (\d+px)/g)].map(([, width]) => width)).toEqual([
      narrow,
      tablet,
      laptop,
    ]);
    for (const { media } of coverSources().slice(1, -1))
      expect(tokens).toContain(media.replace('px', '.98px'));
  });

  test.each([
    ['layout/language-switcher.module.css', '.delayed', 'var(--ease) var(--t-language)'],
    ['layout/site-header.module.css', '.loginProgressBar', 'animation: grow var(--t-redirect)'],
    ['layout/notification-toast.module.css', '.time', 'animation: run var(--t-toast)'],
    ['components/parts/dialog/dialog.module.css', '.backdrop', 'z-index: var(--z-modal)'],
    ['components/parts/dialog/dialog.module.css', '.backdrop', 'transition: opacity var(--t-base)'],
    ['components/parts/dialog/dialog.module.css', '.popup', 'z-index: var(--z-modal)'],
    ['components/parts/picture.module.css', '.cover', 'width: var(--cover)'],
    ['components/parts/button.module.css', '.ring', 'border-top-color: var(--gold)'],
  ])('of the specification are used where they belong: %s, %s', (file, selector, declaration) => {
    const [, rule] = `\n${sources[`src/ui/${file}`]}`.split(`\n${selector} {`);
    expect(rule?.split('}')[0]).toContain(declaration);
  });

  test('the burger menu replaces navigation and account below 1024 px', () => {
    const below = `@media (max-width: ${layout.burgerBelow / 16 - 0.002}em) {\n`;
    const [, menu] = (sources['src/ui/layout/burger-menu.module.css'] ?? '').split(below);
    expect(menu).toMatch(/^ {2}\.burger \{\n {4}display: inline-grid;/);
    const [, header] = (sources['src/ui/layout/site-header.module.css'] ?? '').split(below);
    expect(header).toMatch(/\n {2}\.navigation,\n {2}\.wide \{\n {4}display: none;/);
  });

  test('live regions are not hidden while they are empty, or screen readers would miss changes', () => {
    const files = globSync('src/{ui,back-office}/**/*.{css,tsx}', { cwd: root });
    const read = (path: string) => readFileSync(join(root, path), 'utf8');
    const hidden = files.flatMap((path) =>
      [...read(path).matchAll(/\.(\w+):empty \{\s*display: none/g)].map(
        ([, name]) => `${basename(path)} ${name}`,
      ),
    );
    const live = files.flatMap((path) => {
      const sheets = [...read(path).matchAll(/import (\w+) from '[^']*?([\w-]+\.module\.css)'/g)];
      return [...read(path).matchAll(/<\w+ [^<>]*(?:role="status"|aria-live)[^<>]*>/g)].flatMap(([tag]) =>
        sheets.flatMap(([, given, sheet]) =>
          [...tag.matchAll(new RegExp(`\\b${given}\\.(\\w+)`, 'g'))].map(([, name]) => `${sheet} ${name}`),
        ),
      );
    });
    expect(hidden).toContain('cart.module.css offers');
    expect(live).toContain('choices.module.css live');
    expect(live.filter((region) => hidden.includes(region))).toEqual([]);
  });

  test('links are prefetched before they come into the viewport', () => {
    expect(sources['src/ui/hooks/use-near-viewport.ts']).toMatch(
      /rootMargin: `\$\{layout\.linkPrefetchMargin\}px`/,
    );
  });

  test('are the only place with raw colours', () => {
    const strays = Object.entries(sources).flatMap(([path, source]) =>
      [...source.matchAll(/#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\([^)]*\)/gi)]
        .map(([found]) => `${path}: ${found}`)
        // The colour of the browser's toolbar is set by a meta tag, which cannot use custom properties.
        .filter((stray) => !stray.startsWith('src/ui/root.tsx')),
    );
    expect(strays).toEqual([]);
  });

  test.each([
    ['screens/orders/order-complete/order-complete.module.css', '.documents a'],
    ['components/accounts/address-fields.module.css', '.faults a'],
    ['components/parts/page-parts.module.css', '.crumbs a'],
    ['components/accounts/form.module.css', '.way a'],
    ['components/catalogue/goods-notice.module.css', '.more a'],
    ['screens/catalogue/tv/tv.module.css', '.way a'],
    ['screens/subscriptions/prices/prices.module.css', '.list a'],
  ])('links of lists have the minimum height of touch targets: %s, %s', (file, selector) => {
    const [, rule] = (sources[`src/ui/${file}`] ?? '').split(`\n${selector} {`);
    expect(rule?.split('}')[0]).toContain('min-height: var(--touch);');
  });

  test('animations that reduced motion does not shorten have a rule for reduced motion', () => {
    const [, shortened = ''] = tokens.split('prefers-reduced-motion: reduce');
    const short = [...shortened.matchAll(/(--t-\w+): 0ms/g)].map(([, name]) => `var(${name})`);
    expect(short).toHaveLength(3);
    const moving = Object.entries(sources).filter(
      ([path, source]) =>
        path.endsWith('.css') &&
        [...source.matchAll(/animation: ([^;]+);/g)].some(([, value = '']) => {
          const duration = value.split(' ').find((part) => /^(?:[\d.]+m?s$|var\(--t-)/.test(part));
          // One step at the end shows or hides, and moves nothing.
          return duration !== undefined && !short.includes(duration) && !value.includes('step-end');
        }),
    );
    expect(moving.length).toBeGreaterThan(5);
    const alone = moving.filter(([, source]) => !source.includes('@media (prefers-reduced-motion'));
    expect(alone.map(([path]) => path)).toEqual([]);
  });

  test('every custom property that is read exists', () => {
    const all = [tokens, ...Object.values(sources)].join('\n');
    const defined = new Set([...all.matchAll(/(--[\w-]+):/g)].map(([, name]) => name));
    const read = [...all.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name);
    expect(read.filter((name) => !defined.has(name))).toEqual([]);
  });
});
