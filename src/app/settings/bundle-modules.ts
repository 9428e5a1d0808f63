import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { projectRoot } from '#server/platform/files/project-root.ts';
import {
  addressOf,
  isOwnModule,
  loadModule,
  type ModuleKind,
  moduleVariables,
  namedModules,
  ownModules,
} from './load-modules.ts';
import type { Environment } from './module-settings.ts';
import { packageFile } from './resolve-package.ts';

const prefix = 'virtual:modules/';
const record = 'built-modules.json';

/** External modules in a build. */
interface BuiltModules {
  /** File URLs and package names. */
  readonly addresses: readonly string[];
  /** Bundled files of these modules, with their hashes. */
  readonly files: Readonly<Record<string, string>>;
}

/**
 * Bundles the browser halves of modules: `virtual:modules/<kind>` exports, for each module, a function that imports its
 * file. Every build contains all modules of the shop, so that they can be configured without a new build, and the
 * external modules that the environment names (`hasModules`).
 */
export function bundleModules(environment: Environment): Plugin {
  return {
    name: 'bundle-modules',
    async resolveId(id, importer) {
      if (id.startsWith(prefix)) return `\0${id}`;
      const own = packageFile(id);
      if (own === null) return null;
      return (await this.resolve(id, importer, { skipSelf: true })) ?? own;
    },
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return null;
      const files = await browserFiles(id.slice(prefix.length + 1) as ModuleKind, environment);
      const loaders = [...files].map(
        ([name, file]) => `${JSON.stringify(name)}: () => import(${JSON.stringify(file)})`,
      );
      return `export const loaders = { ${loaders.join(', ')} };`;
    },
    writeBundle({ dir }) {
      if (this.environment.name !== 'client' || dir === undefined) return;
      const files = new Set<string>();
      const add = (file: string): void => {
        const isNew = !files.has(file) && existsSync(file) && !file.startsWith(join(projectRoot, 'src/'));
        if (!isNew) return;
        files.add(file);
        const info = this.getModuleInfo(file);
        for (const imported of [...(info?.importedIds ?? []), ...(info?.dynamicallyImportedIds ?? [])])
          add(imported);
      };
      const addresses = foreignModules(environment);
      for (const address of addresses) if (address.startsWith('file:')) add(fileURLToPath(address));
      const virtual = [...this.getModuleIds()].filter((id) => id.startsWith(`\0${prefix}`));
      for (const id of virtual) this.getModuleInfo(id)?.dynamicallyImportedIds.forEach(add);
      const hashes = Object.fromEntries([...files].map((file) => [file, hashOf(file)]));
      const built: BuiltModules = { addresses, files: hashes };
      // Outside the public folder, because it contains paths of this machine.
      writeFileSync(join(dir, '..', record), JSON.stringify(built));
    },
  };
}

/** Returns whether the build in a folder contains all modules that the environment names, as they are now. */
export function hasModules(buildFolder: string, environment: Environment): boolean {
  const path = join(buildFolder, record);
  if (!existsSync(path)) return false;
  const { addresses, files } = JSON.parse(readFileSync(path, 'utf8')) as BuiltModules;
  return (
    foreignModules(environment).every((address) => addresses.includes(address)) &&
    Object.entries(files).every(([file, hash]) => existsSync(file) && hashOf(file) === hash)
  );
}

/** Returns one sentence for each module of the build that cannot be loaded. */
export async function unloadableModules(environment: Environment): Promise<readonly string[]> {
  const named = bundledKinds.flatMap((kind) =>
    moduleVariables[kind].flatMap((variable) =>
      namedModules(environment[variable]).map((entry) => ({ kind, variable, entry })),
    ),
  );
  const loaded = await Promise.all(
    named.map(({ kind, variable, entry }) => loadModule<ModuleKind>(kind, variable, entry)),
  );
  return loaded.flatMap((module) => (module.ok ? [] : [module.error.text]));
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}

/** Returns the URLs of external modules that have a browser half. */
function foreignModules(environment: Environment): readonly string[] {
  return bundledKinds.flatMap((kind) =>
    moduleVariables[kind]
      .flatMap((name) => namedModules(environment[name]))
      .filter((entry) => !isOwnModule(kind, entry))
      .map((entry) => addressOf(kind, entry)),
  );
}

const bundledKinds = ['analytics', 'payment'] as const satisfies readonly ModuleKind[];

/** Returns the files of browser halves by module name. A configured module replaces one of the shop. */
async function browserFiles(
  kind: ModuleKind,
  environment: Environment,
): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>();
  const variables = moduleVariables[kind];
  const entries = [...ownModules(kind), ...variables.flatMap((name) => namedModules(environment[name]))];
  for (const entry of new Set(entries)) {
    const loaded = await loadModule(kind, variables[0], entry);
    if (!loaded.ok) throw new Error(loaded.error.text);
    const module = loaded.value;
    if ('browser' in module && module.browser !== undefined)
      files.set(module.name, fileURLToPath(module.browser));
  }
  return files;
}
