import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { answerQuestions } from './asked-process.ts';
import { processUse } from './process-use.ts';

/**
 * Runs the whole shop as `npm start` does, from the build. Settings come from the environment. It reports its processor
 * time and memory on request.
 */
answerQuestions(async () => processUse());
await import(pathToFileURL(join(projectRoot, 'build/server/index.js')).href);
