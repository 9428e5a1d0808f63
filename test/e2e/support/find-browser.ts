import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** The headless shell comes first, because it has no user interface and needs less processor time. */
const systemNames = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
];

/** Returns the path of a Chromium that starts: that of `CHROMIUM_PATH`, the system's, or Playwright's; else null. */
export function findBrowser(): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    process.env.CHROMIUM_PATH,
    ...systemNames.flatMap((name) => folders.map((folder) => join(folder, name))),
    chromium.executablePath(),
  ];
  return candidates.find((path) => path !== undefined && starts(path)) ?? null;
}

/**
 * Returns the path of a Chromium, and installs one when none is found: as root on Debian or Ubuntu the system's
 * package, else Playwright's download. Throws with instructions when neither works.
 */
export function findOrBringBrowser(root: string): string {
  const found = findBrowser();
  if (found !== null) return found;
  console.log('No Chromium found; trying to install one.');
  const playwright = [process.execPath, join(root, 'node_modules/playwright/cli.js'), 'install'];
  const attempts: (readonly string[])[] = [
    [...playwright, '--with-deps', 'chromium-headless-shell'],
    [...playwright, 'chromium'],
  ];
  if (process.getuid?.() === 0 && isDebian()) {
    attempts.unshift([
      'sh',
      '-c',
      'export DEBIAN_FRONTEND=noninteractive; apt-get update; ' +
        'apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation || apt-get install -y chromium',
    ]);
  }
  for (const [command = '', ...args] of attempts) {
    console.log(`> ${[command, ...args].join(' ')}`);
    spawnSync(command, args, { cwd: root, stdio: 'inherit', timeout: 900_000 });
    const installed = findBrowser();
    if (installed !== null) return installed;
  }
  throw new Error(
    'The end-to-end tests need Chromium, and it could not be installed. Install it ' +
      '(Debian: apt-get install chromium), or set CHROMIUM_PATH to the program.',
  );
}

/** Returns the version of a browser, such as "Chromium 140.0.7339.207". */
export function versionOf(browser: string): string {
  return spawnSync(browser, ['--version'], { encoding: 'utf8' }).stdout.trim();
}

function starts(path: string): boolean {
  if (!existsSync(path)) return false;
  return spawnSync(path, ['--version'], { timeout: 120_000 }).status === 0;
}

function isDebian(): boolean {
  return (
    existsSync('/etc/os-release') &&
    /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'))
  );
}
