import { createFolderStorage } from '#adapters/media/folder/folder-storage.ts';
import { listen } from '#app/start/listen.ts';
import { apiTexts } from '#app/wiring/api-texts.ts';
import { mediaRoutes } from '#server/learning/films/media-routes.ts';
import { processUse } from './process-use.ts';
import { handleRequests } from './worker-process.ts';

/** The shop's delivery of segments, alone in a process: `FILMS` is the folder, `SECRET` signs the addresses. */
const { FILMS = '', PORT = '', SECRET = '' } = process.env;
const refused = () => {
  throw new Error('Segments need no database');
};
const app = mediaRoutes(
  {
    // Segments are sent without a look at the database.
    db: new Proxy({} as never, { get: refused }),
    clock: { now: Date.now },
    media: createFolderStorage({ directory: FILMS }),
    log: { info() {}, warn() {}, error: (event, cause) => console.error(event, cause) },
    settings: { tokenSecret: SECRET } as never,
  },
  apiTexts.mails,
);
await listen({
  host: '127.0.0.1',
  port: Number(PORT),
  before: null,
  fetch: (request) => {
    const url = new URL(request.url);
    url.pathname = url.pathname.replace(/^\/media/, '');
    return app.fetch(new Request(url, request));
  },
});
handleRequests(async () => processUse());
