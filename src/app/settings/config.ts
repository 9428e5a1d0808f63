import { delimiter, join, resolve } from 'node:path';
import { z } from 'zod';
import { webAddress } from '#adapters/payments/settings.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import type { SettingFault } from '#ports/modules.ts';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { loadModule, type ModuleKind, moduleVariables, namedModules, ownModules } from './load-modules.ts';
import { describeIssue, type Environment, listedValue, withoutCredentials } from './module-settings.ts';
import { type ConfiguredModule, type ConfiguredModules, readModules } from './read-modules.ts';

/** The settings of the shop, read once from the environment. */
export interface Config {
  /** `demo` allows demo modules, `/dev/mail`, the test clock and demo data; `live` refuses all of these. */
  readonly mode: 'demo' | 'live';
  readonly host: string;
  readonly port: number;
  /** Absolute path of the folder for all data that the shop stores. */
  readonly dataDir: string;
  /** Absolute path of the folder to which mails are written instead of being sent; servers may share it. */
  readonly mailDir: string;
  /** URL of PostgreSQL; null: the shop starts its own PostgreSQL in the data folder. */
  readonly databaseUrl: string | null;
  /** Maximum number of connections to PostgreSQL. */
  readonly databasePool: number;
  /** URL of the storefront without a trailing slash. */
  readonly siteUrl: string;
  /** Path of the back office, for example `/verwaltung`. */
  readonly backOfficePath: string;
  /** The only host, with port, of the back office; null: the shop's. */
  readonly backOfficeHost: string | null;
  /** The module that sends mails, with its settings. */
  readonly mail: ConfiguredModule<'mail'>;
  /** The module that stores films, with its settings. */
  readonly media: ConfiguredModule<'media'>;
  /** Providers for new payments, in the order shown to shoppers. */
  readonly payments: ConfiguredModules['payments'];
  /** Providers used only for earlier payments, for example for refunds. */
  readonly earlierPayments: ConfiguredModules['earlierPayments'];
  /** Secret for access tokens and links. Null only in demo mode: one is generated and stored in the data folder. */
  readonly tokenSecret: string | null;
  /** Countries to which goods are shipped; null: the countries of the shop data. */
  readonly deliveryCountries: readonly string[] | null;
  /** The analytics services that are used. */
  readonly analytics: readonly ConfiguredModule<'analytics'>[];
  /** Text on buyers' account statements; null: the text that the payment provider has for the shop. */
  readonly statementDescriptor: string | null;
  /** Header in which the operator's proxy sends the client address, or null. */
  readonly clientAddressHeader: string | null;
  /** Paths to look for ffmpeg; films are made only if it exists. */
  readonly ffmpegPaths: readonly string[];
  /** Whether films are also encoded as AV1. */
  readonly filmAv1: boolean;
  /** Folder for uploaded camera files until their films are made, and the maximum bytes of one file. */
  readonly filmUploads: { readonly folder: string; readonly mostBytes: number };
  /** Whether pictures are rendered in the background after the start, or each at its first request. */
  readonly pictures: (typeof pictureTimes)[number];
  readonly logLevel: (typeof logLevels)[number];
  /** Returns the variables that are set; secret values are null. */
  listSettings(): Promise<Readonly<Record<string, string | null>>>;
  /** Address that serves the metrics; null if none. */
  readonly metrics: { readonly host: string; readonly port: number } | null;
  /** URL of the OpenTelemetry collector for traces, without a trailing slash; null if none. */
  readonly traces: { readonly endpoint: string } | null;
}

const pictureTimes = ['ahead', 'on-demand'] as const;
const logLevels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
const loopbackHosts = ['127.0.0.1', '::1', 'localhost'];

/** Paths of the shop that the back office's path must not hide. */
const takenPaths = ['/api', '/assets', '/dev', '/icons', '/media', '/pictures', '/healthz', '/readyz'];

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'set a whole number from 1 to 65535')
  .transform(Number)
  .refine((number) => number >= 1 && number <= 65_535, 'set a whole number from 1 to 65535');
const secret = z.string().min(32, 'set 32 random characters or more, for example from: openssl rand -hex 32');

const environmentSchema = z.object({
  SHOP_MODE: z.enum(['demo', 'live'], 'set demo or live').optional(),
  HOST: z.string().default('127.0.0.1'),
  PORT: port.default(3000),
  DATA_DIR: z.string().default(join(projectRoot, '.data')),
  MAIL_DIR: z.string().optional(),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: 'set an address like postgres://user:password@host:5432/database',
    })
    .optional(),
  DATABASE_POOL: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'set a number of connections from 1 to 999')
    .transform(Number)
    .default(20),
  SITE_URL: webAddress('https://shop.example').optional(),
  BACK_OFFICE_PATH: z
    .string()
    .regex(/^\/[a-z0-9-]{3,40}$/, 'set one segment of small letters, digits and hyphens, like /verwaltung')
    .refine((path) => !takenPaths.includes(path), `choose another path than ${takenPaths.join(', ')}`)
    .default('/verwaltung'),
  BACK_OFFICE_HOST: z
    .string()
    .regex(
      /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/,
      'set the name of a host in small letters, like verwaltung.example.com, without https://',
    )
    .optional(),
  TOKEN_SECRET: secret.optional(),
  DELIVERY_COUNTRIES: z
    .string()
    .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, 'set country codes like DE,AT,CH')
    .transform((countries) => countries.split(','))
    .optional(),
  STATEMENT_DESCRIPTOR: z
    .string()
    .regex(
      /^(?=.*[A-Za-z])[A-Za-z0-9 .*-]{5,22}$/,
      'set 5 to 22 letters, digits, spaces, dots, stars and hyphens',
    )
    .optional(),
  CLIENT_ADDRESS_HEADER: z
    .string()
    .regex(/^[A-Za-z0-9-]+$/, 'set the name of one header, or none')
    .optional(),
  FFMPEG_PATH: z.string().optional(),
  FILM_AV1: z.enum(['on', 'off'], 'set on or off').default('off'),
  FILM_UPLOAD_DIR: z.string().optional(),
  FILM_UPLOAD_GB: z
    .string()
    .regex(/^[1-9]\d{0,3}$/, 'set a number of gigabytes from 1 to 9999')
    .transform(Number)
    .default(20),
  PICTURES: z.enum(pictureTimes, `set ${pictureTimes.join(' or ')}`).default('ahead'),
  METRICS_ADDRESS: z
    .string()
    .regex(/^(?:\[[0-9a-f:]+\]|[A-Za-z0-9.-]+):\d{1,5}$/, 'set host and port, like 127.0.0.1:9464')
    .refine((address) => URL.canParse(`http://${address}`), 'set host and port, like 127.0.0.1:9464')
    .transform((address) => {
      const { hostname, port: written } = new URL(`http://${address}`);
      return { host: hostname.replaceAll(/[[\]]/g, ''), port: Number(written || 80) };
    })
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://127.0.0.1:4318')
    .transform((endpoint) => ({ endpoint }))
    .optional(),
  LOG_LEVEL: z.enum(logLevels, `set one of ${logLevels.join(', ')}`).optional(),
});

type Settings = z.output<typeof environmentSchema>;

/**
 * Reads the configuration from the environment. An empty variable counts as not set. Fails with all faults at once: one
 * sentence each, which describes the fault and the correct setting.
 */
export async function readConfig(environment: Environment): Promise<Result<Config, string[]>> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const { settings, faults: unreadable } = readSettings(given);
  const mode = settings.SHOP_MODE ?? (loopbackHosts.includes(settings.HOST) ? 'demo' : null);
  const surroundings = mode === null ? null : { mode, port: settings.PORT };
  const {
    mail,
    media,
    analytics,
    payments,
    earlierPayments,
    faults: moduleFaults,
  } = await readModules(given, surroundings);
  const named = new Set(unreadable.map((fault) => fault.name));
  const others = [
    ...(mode === null ? [modeFault(settings.HOST)] : []),
    ...(mode === 'live' ? liveFaults(settings) : []),
    ...moduleFaults,
  ];
  const faults = [...unreadable, ...others.filter((fault) => !named.has(fault.name))];
  if (mode === null || mail === null || media === null || faults.length > 0)
    return err(faults.map((fault) => fault.text));
  return ok({
    mode,
    host: settings.HOST,
    port: settings.PORT,
    dataDir: resolve(settings.DATA_DIR),
    mailDir: resolve(settings.MAIL_DIR ?? join(settings.DATA_DIR, 'mail')),
    databaseUrl: settings.DATABASE_URL ?? null,
    databasePool: settings.DATABASE_POOL,
    siteUrl: settings.SITE_URL ?? `http://localhost:${settings.PORT}`,
    backOfficePath: settings.BACK_OFFICE_PATH,
    backOfficeHost: settings.BACK_OFFICE_HOST ?? null,
    mail,
    media,
    payments,
    earlierPayments,
    tokenSecret: settings.TOKEN_SECRET ?? null,
    deliveryCountries: settings.DELIVERY_COUNTRIES ?? null,
    statementDescriptor: settings.STATEMENT_DESCRIPTOR ?? null,
    analytics,
    clientAddressHeader: readHeaderName(settings.CLIENT_ADDRESS_HEADER),
    ffmpegPaths: ffmpegPaths(given),
    filmAv1: settings.FILM_AV1 === 'on',
    filmUploads: {
      folder: resolve(settings.FILM_UPLOAD_DIR ?? join(settings.DATA_DIR, 'film-uploads')),
      mostBytes: settings.FILM_UPLOAD_GB * 1_000_000_000,
    },
    pictures: settings.PICTURES,
    // Demo mode logs only warnings and errors, because the terminal also shows messages for people.
    metrics: settings.METRICS_ADDRESS ?? null,
    traces: settings.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    logLevel: settings.LOG_LEVEL ?? (mode === 'demo' ? 'warn' : 'info'),
    listSettings: () => listSettings(given),
  });
}

/** Returns the paths where ffmpeg may be: FFMPEG_PATH, else one in every folder of PATH. */
export function ffmpegPaths({ FFMPEG_PATH, PATH = '' }: Environment): readonly string[] {
  if (FFMPEG_PATH !== undefined && FFMPEG_PATH !== '') return [resolve(FFMPEG_PATH)];
  return PATH.split(delimiter).flatMap((folder) => (folder === '' ? [] : [join(folder, 'ffmpeg')]));
}

/** Returns null for `none`: there is no proxy. */
function readHeaderName(name: string | undefined): string | null {
  return name === undefined || name === 'none' ? null : name;
}

/** Returns the settings. Invalid ones count as not set, so that all faults are reported together. */
function readSettings(given: Environment): {
  readonly settings: Settings;
  readonly faults: readonly SettingFault[];
} {
  const parsed = environmentSchema.safeParse(given);
  if (parsed.success) return { settings: parsed.data, faults: [] };
  const faults = parsed.error.issues.map((issue): SettingFault => {
    const name = String(issue.path[0]);
    return { name, text: describeIssue(name, issue.message, given, ['DATABASE_URL']) };
  });
  const names = new Set(faults.map((fault) => fault.name));
  const readable = Object.fromEntries(Object.entries(given).filter(([name]) => !names.has(name)));
  return { settings: environmentSchema.parse(readable), faults };
}

/**
 * Returns the variables of the shop and its modules that are set, as a list to carry over to another environment.
 * Secret values are null; of URLs it has only what `listedValue` returns.
 */
export async function listSettings(environment: Environment): Promise<Record<string, string | null>> {
  const kinds = Object.keys(moduleVariables) as ModuleKind[];
  const modules = await Promise.all(
    kinds.flatMap((kind) => {
      const named = moduleVariables[kind].flatMap((name) => namedModules(environment[name]));
      const entries = new Set([...ownModules(kind), ...named]);
      return [...entries].map((entry) => loadModule<ModuleKind>(kind, moduleVariables[kind][0], entry));
    }),
  );
  const loaded = modules.flatMap((module) => (module.ok ? [module.value] : []));
  const secrets = ['DATABASE_URL', ...loaded.flatMap((module) => module.secrets ?? [])];
  const names = [
    ...Object.keys(environmentSchema.shape),
    ...Object.values(moduleVariables).flat(),
    ...loaded.flatMap(({ settings }) => Object.keys(settings)),
  ];
  const given = names.flatMap((name) => {
    const value = environment[name] ?? '';
    return value === '' ? [] : [[name, listedValue(name, value, secrets)] as const];
  });
  return Object.fromEntries(given);
}

function modeFault(host: string): SettingFault {
  return {
    name: 'SHOP_MODE',
    text:
      withoutCredentials(`HOST is "${host}", which others can reach, so SHOP_MODE must be named: `) +
      'set SHOP_MODE=demo for a shop to try out, or SHOP_MODE=live for one that sells.',
  };
}

/**
 * Returns faults of settings that are missing or not allowed in live mode, where every required one must be set
 * explicitly.
 */
function liveFaults(settings: Settings): SettingFault[] {
  const faults: SettingFault[] = [];
  const needed = {
    SITE_URL: 'the address shoppers use',
    TOKEN_SECRET: '32 random characters or more',
    CLIENT_ADDRESS_HEADER: 'the header in which your proxy names the caller, or none when there is no proxy',
  };
  for (const [name, what] of Object.entries(needed)) {
    if (settings[name as keyof typeof needed] === undefined)
      faults.push({ name, text: `${name} is missing in live mode: set ${what}.` });
  }
  if (settings.SITE_URL?.startsWith('http:')) {
    const text = describeIssue('SITE_URL', 'live mode needs an https address', {
      SITE_URL: settings.SITE_URL,
    });
    faults.push({ name: 'SITE_URL', text });
  }
  return faults;
}
