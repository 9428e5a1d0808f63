import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type {
  AnalyticsModule,
  MailModule,
  MediaModule,
  PaymentModule,
  SettingFault,
  SettingSchema,
} from '#ports/modules.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { awaitModule, causeOf, moduleLimits } from './call-module.ts';
import { withoutCredentials } from './module-settings.ts';
import { resolvePackage } from './resolve-package.ts';

interface ModuleKinds {
  readonly analytics: AnalyticsModule;
  readonly mail: MailModule;
  readonly media: MediaModule;
  readonly payment: PaymentModule;
}

export type ModuleKind = keyof ModuleKinds;

export type ModuleOf<Kind extends ModuleKind> = ModuleKinds[Kind];

/** The folder of `src/adapters` for each kind; every folder in it with a `module.ts` is a module of the shop. */
const folders: Readonly<Record<ModuleKind, string>> = {
  analytics: 'analytics',
  mail: 'mail',
  media: 'media',
  payment: 'payments',
};

/**
 * The payment module of demo mode: the package in the folder `sandbox`, which `npm ci` links. It is loaded like an
 * external module.
 */
export const demoPayments = 'sandbox';

/** The module that reads films of the content; other modules may store only films made by the shop. */
export const contentMedia = 'folder';

/** Variables that name modules of each kind, in order of precedence. */
export const moduleVariables = {
  analytics: ['ANALYTICS_MODULES'],
  mail: ['MAIL_MODULE'],
  media: ['MEDIA_MODULE'],
  payment: ['PAYMENT_MODULES', 'EARLIER_PAYMENT_MODULES'],
} as const satisfies Record<ModuleKind, readonly string[]>;

/** A Standard Schema. Checked by hand, because schemas of some libraries are functions. */
const settingSchema = z.custom<SettingSchema>(
  (value) => typeof (value as SettingSchema | null)?.['~standard']?.validate === 'function',
);

const moduleSchema = z.object({
  kind: z.string(),
  name: z.string().regex(/^[a-z][a-z0-9_]{0,31}$/),
  settings: z.record(z.string(), settingSchema),
  browser: z.instanceof(URL).optional(),
});

const openable = z.object({ open: z.function() });

/** Additional fields of modules of each kind. */
const kindSchemas: Readonly<Record<ModuleKind, z.ZodType>> = {
  analytics: z.object({
    consent: z.object({
      purpose: z.enum(['statistics', 'marketing', 'any', 'none']),
      beforeConsent: z.enum(['drop', 'keep']),
    }),
    hosts: z.function(),
    browserSettings: z.function(),
    browser: z.instanceof(URL),
  }),
  mail: openable,
  media: openable,
  payment: openable,
};

/** Returns whether an entry of a variable names a module of the shop, not an external file or package. */
export function isOwnModule(kind: ModuleKind, entry: string): boolean {
  return isFolder(kind, entry) || (kind === 'payment' && entry === demoPayments);
}

/** Returns the names of the shop's modules of one kind in alphabetical order: their folders, and its demo package. */
export function ownModules(kind: ModuleKind): readonly string[] {
  return readdirSync(join(projectRoot, 'src/adapters', folders[kind]))
    .concat(demoPayments)
    .filter((name) => isOwnModule(kind, name))
    .sort();
}

/** Returns whether an entry names a folder of `src/adapters`. */
function isFolder(kind: ModuleKind, entry: string): boolean {
  return /^[a-z0-9_-]+$/.test(entry) && existsSync(fileOf(kind, entry.replaceAll('_', '-')));
}

/** Returns the entries of a variable that names modules, without duplicates. */
export function namedModules(value: string | undefined): readonly string[] {
  const entries = (value ?? '').split(',').map((entry) => entry.trim());
  return [...new Set(entries)].filter((entry) => entry !== '');
}

function fileOf(kind: ModuleKind, folder: string): string {
  return join(projectRoot, 'src/adapters', folders[kind], folder, 'module.ts');
}

/**
 * Loads the module that an entry names: a module of the shop (`bank_transfer` and `bank-transfer` are the same), a path
 * relative to the working directory, or an installed package.
 */
export async function loadModule<Kind extends ModuleKind>(
  kind: Kind,
  variable: string,
  entry: string,
  limit: number = moduleLimits.open,
): Promise<Result<ModuleOf<Kind>, SettingFault>> {
  const fault = (text: string) =>
    err({ name: variable, text: withoutCredentials(`${variable} has "${entry}", ${text}`) });
  resolvePackage();
  let loaded: { readonly default?: unknown };
  try {
    const address = addressOf(kind, entry);
    loaded = await awaitModule(limit, () => import(/* @vite-ignore */ address));
  } catch (error) {
    const own = ownModules(kind).join(', ');
    return fault(
      `which cannot be loaded (${causeOf(error, limit).replace(/\.$/, '')}): mend it, or set ${own}, the path of a file like ./my-module.ts, or an installed package.`,
    );
  }
  const noModule = ({ issues }: z.ZodError) => {
    const place = issues[0]?.path.join('.') ?? '';
    return fault(
      `whose default export is no module${place === '' ? '' : ` (see its "${place}")`}: see docs/integrators.md.`,
    );
  };
  if (loaded.default === undefined)
    return fault('which has no default export: write `export default` before the module.');
  const parsed = moduleSchema.safeParse(loaded.default);
  if (!parsed.success) return noModule(parsed.error);
  if (parsed.data.kind !== kind) return fault(`a module of kind "${parsed.data.kind}": set one for ${kind}.`);
  const { browser } = parsed.data;
  if (browser !== undefined && !(browser.protocol === 'file:' && existsSync(browser)))
    return fault(`whose browser half is missing: there is no file ${browser.href}.`);
  const whole = kindSchemas[kind].safeParse(loaded.default);
  return whole.success ? ok(loaded.default as ModuleOf<Kind>) : noModule(whole.error);
}

/** Returns the URL of a module's file, or the name of its package. */
export function addressOf(kind: ModuleKind, entry: string): string {
  if (isFolder(kind, entry)) return pathToFileURL(fileOf(kind, entry.replaceAll('_', '-'))).href;
  return /^[./]/.test(entry) ? pathToFileURL(resolve(entry)).href : entry;
}
