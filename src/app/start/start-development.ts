import type { ServerBuild } from 'react-router';
import { createServer } from 'vite';
import type * as entryModule from './run-shop.ts';

/** Runs the shop from its source files with Vite's development server. Pages reload when a file changes. */
export async function startDevelopment(root: string): Promise<void> {
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true } });
  // Loaded through Vite like the storefront, so that both use the same module instances.
  const { runShop } = (await vite.ssrLoadModule('/src/app/start/run-shop.ts')) as typeof entryModule;
  await runShop({
    build: () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>,
    before: vite.middlewares,
  });
}
