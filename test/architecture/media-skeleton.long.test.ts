import { startStorage } from '#package/skeletons/media/test/simulator.ts';
import type { MediaStorage } from '#ports/media-storage.ts';
import { describeMediaStorage } from '#test/kits/media-storage-kit.ts';

/** Returns a storage over HTTP, as an integrator writes it into the skeleton. */
function httpStorage({ url, key }: { readonly url: string; readonly key: string }): MediaStorage {
  const headers = { authorization: `Bearer ${key}` };
  const isName = (name: string) => /^[a-z0-9-]+(?:\.[a-z0-9]+)+$/.test(name);
  async function ask(name: string, options: RequestInit) {
    const response = await fetch(`${url}/${name}`, {
      ...options,
      headers: { ...headers, ...options.headers },
    });
    if (response.ok || response.status === 404 || response.status === 412) return response;
    throw new Error(`The storage responded with ${response.status}`);
  }
  return {
    async find(name, signal) {
      if (!isName(name)) return null;
      const { ok, headers: received } = await ask(name, { method: 'HEAD', signal: signal ?? null });
      const version = String(received.get('etag')).replaceAll('"', '');
      return ok ? { name, size: Number(received.get('content-length')), version } : null;
    },
    async read({ name, version }, { first, last }, signal) {
      if (!isName(name)) return null;
      const part = { range: `bytes=${first}-${last}`, 'if-match': `"${version}"` };
      const { ok, body } = await ask(name, { headers: part, signal: signal ?? null });
      return ok ? body : null;
    },
    async store({ name, size, content }, signal) {
      if (!isName(name)) throw new Error('Invalid file name');
      const stopping = content.pipeThrough(new TransformStream(), signal === undefined ? {} : { signal });
      const body = await new Response(stopping).bytes();
      if (body.length !== size) throw new Error('The file has another size');
      await ask(name, { method: 'PUT', body, signal: signal ?? null });
    },
    async remove(name, signal) {
      if (!isName(name)) return;
      await ask(name, { method: 'DELETE', signal: signal ?? null });
    },
  };
}

describeMediaStorage({
  name: 'a correct storage with the simulator of the skeleton',
  async create() {
    const { url, key, ...service } = await startStorage();
    return { storage: httpStorage({ url, key }), ...service };
  },
});
