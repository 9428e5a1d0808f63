import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { build, type Plugin, type Rolldown } from 'vite';

/**
 * Adds `/service-worker.js` to the storefront's build. It is built separately, because a worker shares no files with
 * pages, and contains the names of the files that every page needs.
 */
export function offlineWorker(): Plugin {
  return {
    name: 'offline-worker',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    async generateBundle(_, bundle) {
      const names = Object.keys(bundle).sort();
      const version = createHash('sha256').update(names.join('\n')).digest('base64url').slice(0, 12);
      const source = await buildWorker(version, frameFiles(bundle));
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
    },
  };
}

/** Returns the files that every page needs: stylesheet, the two fonts of the first view, and common scripts. */
function frameFiles(bundle: Rolldown.OutputBundle): readonly string[] {
  const scripts = new Set<string>();
  function add(name: string): void {
    const file = bundle[name];
    if (file?.type !== 'chunk' || scripts.has(name)) return;
    scripts.add(name);
    for (const imported of file.imports) add(imported);
  }
  for (const file of Object.values(bundle)) {
    if (file.type === 'chunk' && file.isEntry && file.name === 'entry.client') add(file.fileName);
  }
  // Adds the storefront's actions and endpoints, which a page loads on interaction, and all texts.
  for (const file of Object.values(bundle)) {
    const isLater =
      file.type === 'chunk' && /browser-container\.ts$|\/locales\//.test(file.facadeModuleId ?? '');
    if (isLater) add(file.fileName);
  }
  const others = Object.keys(bundle).filter((name) => /\.css$|-cut-[\w-]+\.woff2$/.test(name));
  return [...others, ...scripts].map((name) => `/${name}`).concat('/favicon.svg');
}

async function buildWorker(version: string, files: readonly string[]): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'silent',
    define: { offlineVersion: JSON.stringify(version), offlineFiles: JSON.stringify(files) },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: {
        input: join(import.meta.dirname, 'service-worker.ts'),
        output: { format: 'iife', entryFileNames: 'service-worker.js' },
      },
    },
  });
  const [chunk] = 'output' in built ? built.output : [];
  if (chunk?.type !== 'chunk') throw new Error('The service worker could not be built');
  return chunk.code;
}
