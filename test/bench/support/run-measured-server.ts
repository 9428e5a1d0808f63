import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { processUse } from './process-use.ts';
import { handleRequests } from './worker-process.ts';

/**
 * Runs the whole shop as `npm start` does, from the build. Settings come from the environment. It reports its processor
 * time and memory on request.
 */
handleRequests(async () => processUse());
await import(pathToFileURL(join(projectRoot, 'build/server/index.js')).href);
