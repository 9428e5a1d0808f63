import type {
  SettingFault,
  SettingSchemas,
  SettingSurroundings,
  SettingsOf,
  ShopModule,
} from '#ports/modules.ts';

/** The variables that are set, without empty ones. */
export type Given = Readonly<Record<string, string | undefined>>;

/** Variables whose names say that their values may contain a password or key. */
const secretNames = /SECRET|KEY|TOKEN|PASSWORD/;

/** An address with a name or a password in it, also one that is not written well. */
const credentials = /:\/\/.*@/s;

/** A text without the names and passwords of the addresses in it. */
export function withoutCredentials(text: string): string {
  return text.replaceAll(/:\/\/[^\s"]*@/g, '://…@');
}

/** Returns whether a value of the variable must be neither shown nor logged. */
export function isSecret(
  variable: string,
  value: string | undefined,
  secrets: readonly string[] = [],
): boolean {
  return secretNames.test(variable) || secrets.includes(variable) || credentials.test(value ?? '');
}

/**
 * Describes an invalid variable. Never contains a value that may be a password, because this text is logged.
 */
export function describeIssue(
  variable: string,
  cure: string,
  given: Given,
  secrets: readonly string[] = [],
): string {
  if (isSecret(variable, given[variable], secrets)) return `${variable} cannot be used: ${cure}.`;
  return `${variable} is "${given[variable]}": ${cure}.`;
}

/** Returns whether any variable of a module is set. */
export function isGiven({ settings }: ShopModule<SettingSchemas>, given: Given): boolean {
  return Object.keys(settings).some((name) => given[name] !== undefined);
}

/**
 * Validates the settings of a module. Its own comparisons (`check`) run when every variable by itself is valid and the
 * mode of the shop is known.
 */
export async function readModuleSettings(
  { name: moduleName, settings, secrets, check }: ShopModule<SettingSchemas> & { readonly name: string },
  given: Given,
  surroundings: SettingSurroundings | null,
): Promise<{ readonly settings: SettingsOf<SettingSchemas>; readonly faults: readonly SettingFault[] }> {
  const values: Record<string, unknown> = {};
  const faults: SettingFault[] = [];
  for (const [name, schema] of Object.entries(settings)) {
    const result = await schema['~standard'].validate(given[name]);
    if (result.issues === undefined) values[name] = result.value;
    else {
      const cure = result.issues[0]?.message ?? 'it is not valid';
      const text =
        given[name] === undefined
          ? `${name} is missing for the module "${moduleName}": ${cure}.`
          : describeIssue(name, cure, given, secrets);
      faults.push({ name, text });
    }
  }
  if (faults.length > 0 || surroundings === null) return { settings: values, faults };
  return { settings: values, faults: check?.(values, surroundings) ?? [] };
}
