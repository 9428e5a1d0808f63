/**
 * An element the gateway's page is known to have.
 * @throws Error when it is missing: page and script do not belong together.
 */
export function findElement<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`This page has no ${kind.name} with the id ${id}`);
  return found;
}

/** The settings the gateway wrote into its own page as a data block. */
export function readSettings<Settings>(): Settings {
  return JSON.parse(findElement('settings', HTMLScriptElement).text) as Settings;
}
