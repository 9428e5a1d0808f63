import type { SettingSchemas, ShopModule } from '#ports/modules.ts';

/** The variables that are set, without empty ones. */
export type Given = Readonly<Record<string, string | undefined>>;

/** Variables whose names say that their values may contain a password or key. */
const secretNames = /SECRET|KEY|TOKEN|PASSWORD/;

/** Variables whose names say that their values are addresses, which may contain a password or key. */
const addressNames = /UR[LI]|DSN|ENDPOINT/;

/** What shows that a value is an address with a name, a password or a key in it, also one that is not written well. */
const addressParts = /:\/\/|:.*@|\?.*=/s;

/** A text without the names, passwords and queries of the addresses in it. */
export function withoutCredentials(text: string): string {
  return text
    .replaceAll(/:\/\/[^\s"]*@/g, '://…@')
    .replaceAll(/[^\s"/]+:(?!\/\/)[^\s"]*@/g, '…@')
    .replaceAll(/\?[^\s"]*=[^\s"]*/g, '?…');
}

/** Returns whether a value of the variable is neither shown nor logged. */
function isSecret(variable: string, secrets: readonly string[]): boolean {
  return secretNames.test(variable) || secrets.includes(variable);
}

function isAddress(variable: string, value: string): boolean {
  return addressNames.test(variable) || addressParts.test(value);
}

/**
 * The value of a variable as it may be listed: of an address origin and path, with `?…` for the rest. Null when the
 * value is secret, or an address with a name or password or not written well.
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

/**
 * Describes an invalid variable. Never contains a secret or an address, because this text is logged.
 */
export function describeIssue(
  variable: string,
  cure: string,
  given: Given,
  secrets: readonly string[] = [],
): string {
  const value = given[variable] ?? '';
  if (isSecret(variable, secrets) || isAddress(variable, value))
    return `${variable} cannot be used: ${cure}.`;
  return `${variable} is "${value}": ${cure}.`;
}

/** A text in which the values of these variables that nobody may read are left out. */
export function withoutValues(
  text: string,
  variables: readonly string[],
  given: Given,
  secrets: readonly string[] = [],
): string {
  const hidden = variables
    .map((name) => ({ name, value: given[name] ?? '' }))
    .filter(({ name, value }) => value !== '' && (isSecret(name, secrets) || isAddress(name, value)));
  return hidden.reduce((shown, { value }) => shown.replaceAll(value, '…'), text);
}

/** Returns whether any variable of a module is set. */
export function isGiven({ settings }: ShopModule<SettingSchemas>, given: Given): boolean {
  return Object.keys(settings).some((name) => given[name] !== undefined);
}
