import { join } from 'node:path';
import { build } from 'vite';
import { projectRoot } from '#server/platform/files/project-root.ts';
import type { GatewayAnswer } from './protocol.ts';

const bundles = new Map<string, Promise<string>>();

/** Returns a script of `browser/` as one bundle for browsers. Each script is bundled once. */
function bundle(name: string): Promise<string> {
  const built = bundles.get(name) ?? buildScript(name);
  bundles.set(name, built);
  return built;
}

async function buildScript(name: string): Promise<string> {
  const entry = join(import.meta.dirname, 'browser', `${name}.ts`);
  const built = await build({
    configFile: false,
    root: projectRoot,
    logLevel: 'silent',
    // The provider's code reads this variable.
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: { entry, formats: ['iife'], name: 'standIn', fileName: name },
    },
  });
  const [first] = Array.isArray(built) ? built : [built];
  const chunk = first !== undefined && 'output' in first ? first.output[0] : undefined;
  if (chunk?.type !== 'chunk') throw new Error(`browser/${name}.ts could not be bundled`);
  return chunk.code;
}

/** Returns a response with a script of `browser/`. */
export async function browserScript(name: string): Promise<GatewayAnswer> {
  return { status: 200, type: 'text/javascript; charset=utf-8', body: await bundle(name) };
}

/** Returns a response with a page that runs a script of `browser/`. */
export async function browserPage(name: string): Promise<GatewayAnswer> {
  const script = (await bundle(name)).replaceAll('</script', '<\\/script');
  const style =
    'html, body { height: 100%; margin: 0; } input { box-sizing: border-box; width: 100%; height: 100%; border: 0; outline: 0; background: transparent; }';
  const body = `<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Braintree</title><style>${style}</style></head><body><script>${script}</script></body></html>`;
  return { status: 200, type: 'text/html; charset=utf-8', body };
}
