import { join } from 'node:path';
import { projectRoot } from '#server/platform/files/project-root.ts';

const example = (name: string) => join(projectRoot, 'examples', name, 'src/module.ts');

/** Names the examples as modules, beside the sandbox. The build of `npm test` contains them. */
export const exampleModules = {
  ANALYTICS_MODULES: example('matomo'),
  MAIL_MODULE: example('http-mail'),
  PAYMENT_MODULES: example('acme-pay'),
} as const;
