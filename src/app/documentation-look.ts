import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The storefront's tokens and fonts as one stylesheet for pages that the host lays out itself. Fonts are the files of the
 * build in `clientFolder`; without a build the fallback fonts stand alone.
 */
export function documentationLook(root: string, clientFolder: string): string {
  const read = (name: string) => readFileSync(join(root, 'src/ui/styles', name), 'utf8');
  const built = listAssets(clientFolder);
  const fonts = read('fonts.css').replace(/@font-face \{[^}]*\}/g, (face) => {
    const name = /url\("[^"]*\/([^"/]+)\.woff2"\)/.exec(face)?.[1];
    if (name === undefined) return face;
    const file = built.find((asset) => asset.startsWith(`${name}-`) && asset.endsWith('.woff2'));
    return file === undefined ? '' : face.replace(/url\("[^"]*"\)/, `url("/assets/${file}")`);
  });
  return `${read('tokens.css')}\n${fonts}`;
}

function listAssets(clientFolder: string): readonly string[] {
  try {
    return readdirSync(join(clientFolder, 'assets'));
  } catch {
    // Nothing has been built: development, and tests of the host alone.
    return [];
  }
}
