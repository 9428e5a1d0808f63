import type { SettingFault, SettingSchemas, SettingSurroundings, SettingsOf } from '#ports/modules.ts';
import {
  contentMedia,
  demoPayments,
  loadModule,
  type ModuleKind,
  type ModuleOf,
  moduleVariables,
  namedModules,
  ownModules,
} from './load-modules.ts';
import { type Environment, isConfigured } from './module-settings.ts';
import { readModuleSettings, type UnopenedModule } from './read-module-settings.ts';

/** A configured module with its validated settings. */
export interface ConfiguredModule<Kind extends ModuleKind> {
  readonly module: ModuleOf<Kind>;
  readonly settings: SettingsOf<SettingSchemas>;
}

/** All modules of the configuration. */
export interface ConfiguredModules {
  readonly mail: ConfiguredModule<'mail'> | null;
  readonly media: ConfiguredModule<'media'> | null;
  readonly analytics: readonly ConfiguredModule<'analytics'>[];
  /** Providers for new payments, in the order shown to shoppers. */
  readonly payments: readonly ConfiguredModule<'payment'>[];
  /** Providers used only for earlier payments, for example for refunds. */
  readonly earlierPayments: readonly ConfiguredModule<'payment'>[];
}

type Surroundings = Omit<SettingSurroundings, 'isEarlier'>;

/**
 * Reads the configured modules, or the defaults, with their settings. `surroundings` is null while the mode of the shop
 * is not known.
 */
export async function readModules(
  given: Environment,
  surroundings: Surroundings | null,
): Promise<ConfiguredModules & { readonly faults: readonly SettingFault[] }> {
  const faults: SettingFault[] = [];
  const isLive = surroundings?.mode === 'live';

  async function read<Kind extends ModuleKind>(
    kind: Kind,
    variable: string,
    entries: readonly string[],
  ): Promise<ConfiguredModule<Kind>[]> {
    const configured: ConfiguredModule<Kind>[] = [];
    for (const entry of entries) {
      const loaded = await loadModule(kind, variable, entry);
      if (!loaded.ok) {
        faults.push(loaded.error);
        continue;
      }
      const module: ModuleOf<Kind> = loaded.value;
      const isEarlier = variable === earlierVariable;
      const { settings, faults: own } = await readModuleSettings(
        module as UnopenedModule,
        given,
        surroundings && { ...surroundings, isEarlier },
      );
      configured.push({ module, settings });
      if (isLive && module.demoOnly !== undefined) {
        const text = `${variable} has "${entry}", which ${module.demoOnly}: live mode refuses it. Remove it.`;
        faults.push({ name: variable, text });
      } else faults.push(...own);
    }
    faults.push(...sameNameFaults(variable, configured));
    return configured;
  }

  if (isLive) faults.push(...(await demoSettingFaults(given)));
  faults.push(...replacedFaults(given));
  const usual = await usualModules(given, isLive);
  const named = <Name extends keyof typeof usual>(name: Name) => {
    const entries = namedModules(given[name]);
    return entries.length > 0 ? entries : usual[name];
  };
  const payments = await read('payment', 'PAYMENT_MODULES', named('PAYMENT_MODULES'));
  const earlierPayments = await read('payment', earlierVariable, [
    ...named(earlierVariable),
    ...usual.alwaysEarlier,
  ]);
  const mail = await read('mail', 'MAIL_MODULE', named('MAIL_MODULE'));
  const media = await read('media', 'MEDIA_MODULE', named('MEDIA_MODULE'));
  const analytics = await read('analytics', 'ANALYTICS_MODULES', named('ANALYTICS_MODULES'));
  const active = new Set(payments.map(({ module }) => module.name));
  for (const { module } of earlierPayments.filter((one) => active.has(one.module.name))) {
    const text = `${earlierVariable} has "${module.name}", which takes the new payments: remove it from there.`;
    faults.push({ name: earlierVariable, text });
  }
  return {
    mail: mail[0] ?? null,
    media: media[0] ?? null,
    analytics,
    payments,
    earlierPayments,
    faults,
  };
}

const earlierVariable = 'EARLIER_PAYMENT_MODULES';

/**
 * Returns the default modules for variables that are not set; the only place that names modules of the shop. Mail: SMTP
 * if its variable is set or in live mode. Films: the content folder. Analytics: modules with a variable that is set.
 * Payments: Braintree if any of its variables is set or in live mode, else the demo module; in addition, bank transfer
 * if any of its variables is set.
 */
async function usualModules(given: Environment, isLive: boolean) {
  const earlier = namedModules(given[earlierVariable]);
  const hasBraintree = Object.keys(given).some((name) => name.startsWith('BRAINTREE_'));
  const isOnBraintree = (hasBraintree && !earlier.includes('braintree')) || isLive;
  const hasTransfer = Object.keys(given).some((name) => name.startsWith('BANK_TRANSFER_'));
  const isNamed = [...earlier, ...namedModules(given.PAYMENT_MODULES)].some((entry) =>
    /^bank[-_]transfer$/.test(entry),
  );
  return {
    MAIL_MODULE: [given.SMTP_URL !== undefined || isLive ? 'smtp' : 'file'],
    MEDIA_MODULE: [contentMedia],
    ANALYTICS_MODULES: await ownModulesInUse('analytics', given),
    PAYMENT_MODULES: [
      isOnBraintree ? 'braintree' : demoPayments,
      ...(hasTransfer && !isNamed ? ['bank_transfer'] : []),
    ],
    EARLIER_PAYMENT_MODULES: [],
    /** Always handles earlier bank transfers, because that needs no setting. */
    alwaysEarlier: isNamed || (hasTransfer && given.PAYMENT_MODULES === undefined) ? [] : ['bank_transfer'],
  };
}

/** Returns the modules of the shop with a variable that is set. */
async function ownModulesInUse(kind: ModuleKind, given: Environment): Promise<readonly string[]> {
  const used: string[] = [];
  for (const entry of ownModules(kind)) {
    const loaded = await loadModule<ModuleKind>(kind, moduleVariables[kind][0], entry);
    if (loaded.ok && isConfigured(loaded.value, given)) used.push(entry);
  }
  return used;
}

/** Returns faults for variables of demo modules, which live mode refuses even if these modules are not used. */
async function demoSettingFaults(given: Environment): Promise<SettingFault[]> {
  const faults: SettingFault[] = [];
  for (const entry of ownModules('payment')) {
    const loaded = await loadModule('payment', 'PAYMENT_MODULES', entry);
    if (!loaded.ok || loaded.value.demoOnly === undefined) continue;
    const { name: module, settings } = loaded.value;
    for (const name of Object.keys(settings).filter((variable) => given[variable] !== undefined))
      faults.push({ name, text: `${name} is set, but live mode refuses the ${module}: remove it.` });
  }
  return faults;
}

/** Variables of earlier versions, with their replacements. */
const replaced = {
  PAYMENT_PROVIDER: 'PAYMENT_MODULES',
  EARLIER_PAYMENT_PROVIDERS: 'EARLIER_PAYMENT_MODULES',
} as const;

function replacedFaults(given: Environment): SettingFault[] {
  return Object.entries(replaced).flatMap(([name, successor]) =>
    given[name] === undefined
      ? []
      : [{ name, text: `${name} is not used any more: set ${successor}, and remove ${name}.` }],
  );
}

/** Returns faults for modules with the same name, which would share settings and code. */
function sameNameFaults(
  variable: string,
  configured: readonly { readonly module: { readonly name: string } }[],
): SettingFault[] {
  const names = configured.map(({ module }) => module.name);
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return [...repeated].map((name) => ({
    name: variable,
    text: `${variable} has two modules with the name "${name}": remove one.`,
  }));
}
