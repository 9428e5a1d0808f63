import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '#server/files/project-root.ts';
import { buildStorefront } from './build-storefront.ts';

/**
 * `npm start`: builds when the sources changed, then runs the built process entry.
 * `--build` only builds; `--dev` (`npm run dev`) runs from the sources instead, with reload on change.
 */
const isDevelopment = process.argv.includes('--dev');

// React decides by this, when it is first imported, whether it renders for production.
process.env.NODE_ENV = isDevelopment ? 'development' : 'production';

if (isDevelopment) {
  const { startDevelopment } = await import('./start-development.ts');
  await startDevelopment(projectRoot);
} else {
  try {
    buildStorefront(projectRoot, (message) => console.log(message));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
  if (!process.argv.includes('--build')) {
    await import(pathToFileURL(join(projectRoot, 'build/server/index.js')).href);
  }
}
