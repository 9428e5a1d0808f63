import { Hono } from 'hono';
import { type ApplicationParts, createApplication } from '#app/pages/application.ts';

let requests = 0;

/** Creates an application with empty pages, and without files, back office, page cache and limits. */
export const openApplication = (parts: Partial<ApplicationParts>) =>
  createApplication({
    server: new Hono(),
    files: null,
    backOffice: () => null,
    web: async () => new Response('page'),
    pageCache: null,
    refusePage: () => null,
    isReady: async () => true,
    isSecure: false,
    clientAddressHeader: null,
    log: { info() {}, warn() {}, error() {} },
    newRequestId: () => `request-${++requests}`,
    ...parts,
  });
