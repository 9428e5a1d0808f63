import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServerSettings } from '#server/platform/server-context.ts';
import { contentSecurityPolicy, mergeHosts } from './content-security-policy.ts';

/** Responds with the document of the back office; returns null for paths outside of it. */
export type BackOffice = (request: Request) => Response | null;

interface ManifestEntry {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly css?: readonly string[];
  readonly imports?: readonly string[];
}

/** Files that the document loads immediately. */
interface FirstFiles {
  readonly scripts: readonly string[];
  readonly preloads: readonly string[];
  readonly styles: readonly string[];
}

/** Files in development: the sources, after the refresh runtime that React Router's plugin needs. */
const sourceFiles: FirstFiles = {
  scripts: [
    '/@vite/client',
    '/@id/__x00__virtual:react-router/inject-hmr-runtime',
    '/src/back-office/main.tsx',
  ],
  preloads: [],
  styles: [],
};

const noHosts = mergeHosts([]);

/**
 * Serves one document for every path below `path`; if `host` is set, only on that host. The app in it shows the
 * screens. `buildFolder` contains the files of `npm run build`; null: the development server has the sources. The
 * document is the same for everybody and never cached. `films`: additional hosts of film segments.
 */
export function createBackOffice(
  { host, path }: ServerSettings['backOffice'],
  buildFolder: string | null,
  films: readonly string[] = [],
): BackOffice {
  const html = documentOf(path, buildFolder === null ? sourceFiles : builtFiles(buildFolder));
  const policy = contentSecurityPolicy({
    inline: { scripts: [], styles: [] },
    path,
    payment: noHosts,
    analytics: noHosts,
    films,
  });
  return ({ method, url }) => {
    const { host: asked, pathname } = new URL(url);
    if (host !== null && asked !== host) return null;
    if (pathname !== path && !pathname.startsWith(`${path}/`)) return null;
    const headers = { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' };
    if (method !== 'GET' && method !== 'HEAD')
      return new Response(null, { status: 405, headers: { ...headers, Allow: 'GET, HEAD' } });
    return new Response(method === 'HEAD' ? null : html, {
      headers: {
        ...headers,
        'Content-Type': 'text/html; charset=utf-8',
        // URLs of records must not leak to other sites.
        'Referrer-Policy': 'same-origin',
        ...(buildFolder === null ? {} : { 'Content-Security-Policy': policy }),
      },
    });
  };
}

/** @throws Error when the build has no back office. */
function builtFiles(folder: string): FirstFiles {
  const file = join(folder, '.manifest.json');
  if (!existsSync(file)) throw new Error(`${file} is missing: run npm run build.`);
  const manifest: Readonly<Record<string, ManifestEntry>> = JSON.parse(readFileSync(file, 'utf8'));
  const entries = Object.values(manifest);
  const first = entries.find(({ isEntry }) => isEntry === true);
  if (first === undefined) throw new Error(`${file} names no entry.`);
  const imported = importsOf(manifest, first);
  const styles = [first, ...imported].flatMap(({ css = [] }) => css);
  // The build emits one stylesheet as a separate file.
  const whole = entries.map((entry) => entry.file).filter((name) => name.endsWith('.css'));
  const addresses = (names: readonly string[]) => [...new Set(names)].map((name) => `/${name}`);
  return {
    scripts: addresses([first.file]),
    preloads: addresses(imported.map((entry) => entry.file)),
    styles: addresses([...styles, ...whole]),
  };
}

function importsOf(
  manifest: Readonly<Record<string, ManifestEntry>>,
  first: ManifestEntry,
): readonly ManifestEntry[] {
  const found = new Set<ManifestEntry>();
  const add = ({ imports = [] }: ManifestEntry) => {
    for (const name of imports) {
      const entry = manifest[name];
      if (entry === undefined || found.has(entry)) continue;
      found.add(entry);
      add(entry);
    }
  };
  add(first);
  return [...found];
}

function documentOf(path: string, { scripts, preloads, styles }: FirstFiles): string {
  return `<!doctype html>
<html lang="de" data-theme="paper" data-path="${path}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="robots" content="noindex, nofollow">
<title>Meisterhand</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${[
  ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
  ...preloads.map((href) => `<link rel="modulepreload" href="${href}">`),
  ...scripts.map((src) => `<script type="module" src="${src}"></script>`),
].join('\n')}
</head>
<body><div id="back-office"></div></body>
</html>
`;
}
