import { type Config, readConfig } from '#app/settings/config.ts';

/** Returns the configuration of an environment. @throws Error with the faults. */
export async function read(environment: Record<string, string>): Promise<Config> {
  const config = await readConfig(environment);
  if (!config.ok) throw new Error(config.error.join('\n'));
  return config.value;
}

/** Returns the faults of an environment; none if it is valid. */
export async function faults(environment: Record<string, string>): Promise<string[]> {
  const config = await readConfig(environment);
  return config.ok ? [] : config.error;
}

export const namesOf = (configured: readonly { readonly module: { readonly name: string } }[]) =>
  configured.map(({ module }) => module.name);
