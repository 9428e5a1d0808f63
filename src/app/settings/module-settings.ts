import type { SettingSchemas, ShopModule } from '#ports/modules.ts';

/** Environment variables that are set, without empty ones. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Names of variables whose values may contain a password or key. */
const secretNames = /SECRET|KEY|TOKEN|PASSWORD/;

/** Names of variables whose values are URLs, which may contain a password or key. */
const addressNames = /UR[LI]|DSN|ENDPOINT/;

/** Matches a URL that may contain a user name, password or key, even if it is malformed. */
const addressParts = /:\/\/|:.*@|\?.*=/s;

/** Removes user names, passwords and queries from URLs in a text. */
export function withoutCredentials(text: string): string {
  return text
    .replaceAll(/:\/\/[^\s"]*@/g, '://…@')
    .replaceAll(/[^\s"/]+:(?!\/\/)[^\s"]*@/g, '…@')
    .replaceAll(/\?[^\s"]*=[^\s"]*/g, '?…');
}

/** Returns whether the variable's value must not be shown or logged. */
function isSecret(variable: string, secrets: readonly string[]): boolean {
  return secretNames.test(variable) || secrets.includes(variable);
}

function isAddress(variable: string, value: string): boolean {
  return addressNames.test(variable) || addressParts.test(value);
}

/**
 * Returns the value of a variable for lists; for a URL, origin and path, with `?…` for the rest. Null if the value is
 * secret, or a URL that has credentials or is malformed.
 */
export function listedValue(variable: string, value: string, secrets: readonly string[]): string | null {
  if (isSecret(variable, secrets)) return null;
  if (!isAddress(variable, value)) return value;
  const address = URL.parse(value);
  if (address === null || address.username !== '' || address.password !== '' || !/^\w+:\/\//.test(value))
    return null;
  const { protocol, host, pathname, search, hash } = address;
  return search === '' && hash === '' ? value : `${protocol}//${host}${pathname}?…`;
}

/** Describes an invalid variable. The text is logged, so it never contains a secret or a URL. */
export function describeIssue(
  variable: string,
  cure: string,
  given: Environment,
  secrets: readonly string[] = [],
): string {
  const value = given[variable] ?? '';
  if (isSecret(variable, secrets) || isAddress(variable, value))
    return `${variable} cannot be used: ${cure}.`;
  return `${variable} is "${value}": ${cure}.`;
}

/** Removes the secret values and URLs of these variables from a text. */
export function withoutValues(
  text: string,
  variables: readonly string[],
  given: Environment,
  secrets: readonly string[] = [],
): string {
  const hidden = variables
    .map((name) => ({ name, value: given[name] ?? '' }))
    .filter(({ name, value }) => value !== '' && (isSecret(name, secrets) || isAddress(name, value)));
  return hidden.reduce((shown, { value }) => shown.replaceAll(value, '…'), text);
}

/** Returns whether any variable of a module is set. */
export function isConfigured({ settings }: ShopModule<SettingSchemas>, given: Environment): boolean {
  return Object.keys(settings).some((name) => given[name] !== undefined);
}
