import { z } from 'zod';
import type {
  SettingFault,
  SettingSchemas,
  SettingSurroundings,
  SettingsOf,
  ShopModule,
} from '#ports/modules.ts';
import { callModule, moduleLimits } from './call-module.ts';
import { describeIssue, type Environment, withoutValues } from './module-settings.ts';

/** The parts of a module of any kind that are used before it is opened. */
export type UnopenedModule = ShopModule<SettingSchemas> & {
  readonly name: string;
  readonly hosts?: (settings: SettingsOf<SettingSchemas>) => unknown;
  readonly browserSettings?: (settings: SettingsOf<SettingSchemas>) => unknown;
};

const faultList = z.array(z.object({ name: z.string(), text: z.string() }));
const sources = z.array(z.string());
const hostLists = z.union([
  sources,
  z.object({
    scripts: sources.optional(),
    frames: sources.optional(),
    forms: sources.optional(),
    calls: sources.optional(),
    pictures: sources.optional(),
  }),
]);
const plainValues = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));

/**
 * Validates the settings of a module. Its own `check` runs if every variable by itself is valid and the shop's mode is
 * known; then its `hosts` and `browserSettings` are called once, so that failures are known before a build. A call that
 * throws, exceeds `limit` milliseconds or returns an invalid value is a fault: one sentence with the module, what it
 * cannot do, why, and the fix.
 */
export async function readModuleSettings(
  module: UnopenedModule,
  given: Environment,
  surroundings: SettingSurroundings | null,
  limit: number = moduleLimits.ask,
): Promise<{ readonly settings: SettingsOf<SettingSchemas>; readonly faults: readonly SettingFault[] }> {
  const { settings: schemas, secrets } = module;
  const values: Record<string, unknown> = {};
  const faults: SettingFault[] = [];

  /** Returns the result of a module call, or null after adding its fault. `what` completes "The module … cannot". */
  async function asked<Value>(name: string, what: string, call: () => Promise<Value>): Promise<Value | null> {
    try {
      return await callModule(module, what, limit, call);
    } catch (error) {
      const told = withoutValues((error as Error).message, Object.keys(schemas), given, secrets);
      faults.push({ name, text: `${told} Mend the module, or take it out of the configuration.` });
      return null;
    }
  }

  for (const [name, schema] of Object.entries(schemas)) {
    const result = await asked(name, `read ${name}`, async () => {
      const validated = await schema['~standard'].validate(given[name]);
      if (validated === null || typeof validated !== 'object')
        throw new Error('its schema returns neither a value nor issues');
      return validated;
    });
    if (result === null) continue;
    if (result.issues === undefined) values[name] = result.value;
    else {
      const cure = result.issues[0]?.message ?? 'it is not valid';
      const text =
        given[name] === undefined
          ? `${name} is missing for the module "${module.name}": ${cure}.`
          : describeIssue(name, cure, given, secrets);
      faults.push({ name, text });
    }
  }
  if (faults.length > 0 || surroundings === null) return { settings: values, faults };

  const checked = await asked(module.name, 'check its settings', async () =>
    returned('check', faultList, (await module.check?.(values, surroundings)) ?? []),
  );
  faults.push(...(checked ?? []));
  if (faults.length > 0) return { settings: values, faults };
  await asked(module.name, 'name its hosts', async () =>
    returned('hosts', hostLists, module.hosts?.(values) ?? []),
  );
  await asked(module.name, 'say what its browser half is told', async () =>
    returned('browserSettings', plainValues, module.browserSettings?.(values) ?? {}),
  );
  return { settings: values, faults };
}

/** Validates the result of a module's function. @throws Error if it does not match the port. */
function returned<Schema extends z.ZodType>(name: string, schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new Error(`\`${name}\` returns something else than src/ports/modules.ts says`);
  return parsed.data;
}
