import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { reactRouter } from '@react-router/dev/vite';
import type { Plugin, Rolldown } from 'vite';
import { defaultClientConditions, defaultExternalConditions, defineConfig } from 'vite';
import { compressFiles } from './src/app/bundling/compress-files.ts';
import { scopedClassName } from './src/app/bundling/scoped-class-name.ts';
import { layerSharedStyles } from './src/app/bundling/style-layers.ts';
import { offlineWorker } from './src/app/offline/build-worker.ts';
import { bundleModules } from './src/app/settings/bundle-modules.ts';

/**
 * Writes `build/script-sizes.json`: for every script of the storefront the bytes after gzip that each module contributes.
 */
function moduleSizes(): Plugin {
  return {
    name: 'module-sizes',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    writeBundle(_, bundle) {
      const sizes = Object.values(bundle).flatMap((file) =>
        file.type !== 'chunk'
          ? []
          : [
              [
                file.fileName,
                Object.fromEntries(
                  Object.entries(file.modules).map(([id, { code }]) => [id, gzipSync(code ?? '').byteLength]),
                ),
              ],
            ],
      );
      writeFileSync('build/script-sizes.json', JSON.stringify(Object.fromEntries(sizes)));
    },
  };
}

/** What every page loads first, and the pages whose scripts are limited (`test/build-budget.ts`). */
const starts = {
  frame: ['entry.client.tsx', 'root.tsx', 'routes/locale-route.tsx'],
  home: ['screens/content/home/home-route.tsx'],
  list: ['screens/catalogue/courses/courses-route.tsx'],
  course: ['screens/catalogue/course/course-route.tsx'],
} as const;

/**
 * One file for what every page or all limited pages need, and one for what the same two of them need beyond that: as one file per
 * module it would be fifty, and each costs a phone a request; as one for all, every page would carry what others need.
 * A group takes its modules' imports along, so files that more pages need come first. The renderer stays in the file of
 * the entry, so that two files are fetched and read at the same time.
 */
function pageCode(): Rolldown.CodeSplittingGroup[] {
  let known: ReadonlyMap<string, string> | undefined;
  const names = ['frame', 'home-list', 'home-course', 'list-course', 'home', 'list', 'course'];
  return names.map((name, place) => ({
    name(id, context) {
      known ??= nameGroups((module) => context.getModuleInfo(module)?.importedIds ?? []);
      return known.get(id) === name ? name : null;
    },
    debugName: name,
    test: /^(?!.*(?:node_modules\/(?:react-dom|scheduler)\/|entry\.client\.tsx))/,
    priority: names.length - place,
  }));
}

/** Returns the name of the file for each module that a limited page imports statically. */
function nameGroups(importsOf: (id: string) => readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const [page, files] of Object.entries(starts)) {
    const found = new Set(files.map((file) => join(import.meta.dirname, 'src/ui', file)));
    // A package comes along with what is used of it; its index would bring everything.
    for (const id of found)
      for (const imported of importsOf(id)) if (imported.includes('/src/')) found.add(imported);
    for (const id of found) {
      const others = names.get(id);
      if (others !== 'frame') names.set(id, others === undefined ? page : `${others}-${page}`);
    }
  }
  // What all of them need goes into the frame: one file less before the page works.
  for (const [id, name] of names) if (name === 'home-list-course') names.set(id, 'frame');
  return names;
}

/** The hash is shorter than the default of 8, because every page loads the list of all files. */
const scriptName = 'assets/[name]-[hash:7].js';

/** What at least six of the other routes use. Forms stay out of it, because they bring the form library. */
const sharedCode = { name: 'shared', test: /\/src\/(?!ui\/forms\/)/, minShareCount: 6 };

// The process entry is built by Vite too: React Router's typed context only matches when server and storefront share
// one module instance (docs/architecture.md, "One bundle").
export default defineConfig({
  plugins: [
    layerSharedStyles(),
    bundleModules(process.env),
    reactRouter(),
    offlineWorker(),
    moduleSizes(),
    compressFiles(),
  ],
  css: { modules: { generateScopedName: scopedClassName } },
  // One stylesheet for the whole shop (24 kB compressed): two dozen small ones cost a phone half a second of requests.
  build: { cssCodeSplit: false },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: {
            codeSplitting: { groups: [...pageCode(), sharedCode] },
            entryFileNames: scriptName,
            chunkFileNames: scriptName,
          },
        },
      },
      // The development server finds the back office's packages at its start, too, not when it is opened.
      optimizeDeps: { entries: ['src/back-office/main.tsx'] },
      // RxJS offers its code for current browsers under this condition only; without it come its ES5 classes and tslib.
      resolve: { conditions: ['es2015', ...defaultClientConditions] },
    },
    ssr: {
      build: { rollupOptions: { input: './src/app/process-entry.ts' } },
      // Without Node.js's own condition the development server would load RxJS's code for old browsers.
      resolve: { externalConditions: [...defaultExternalConditions] },
    },
  },
});
