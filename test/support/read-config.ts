import { type Config, readConfig } from '#app/settings/config.ts';

/** The configuration of an environment. @throws Error with the faults. */
export async function read(environment: Record<string, string>): Promise<Config> {
  const config = await readConfig(environment);
  if (!config.ok) throw new Error(config.error.join('\n'));
  return config.value;
}

/** What is wrong with an environment; nothing when it is valid. */
export async function faults(environment: Record<string, string>): Promise<string[]> {
  const config = await readConfig(environment);
  return config.ok ? [] : config.error;
}

export const namesOf = (configured: readonly { readonly module: { readonly name: string } }[]) =>
  configured.map(({ module }) => module.name);
