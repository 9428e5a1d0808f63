import type { MediaStorage, StoredMedia } from '#ports/media-storage.ts';
import type { MediaStorageHarness } from '#test/kits/media-storage-harness.ts';

/** A storage without films. */
export const noMedia: MediaStorage = {
  find: async () => null,
  read: async () => null,
  store: async () => {},
  remove: async () => {},
};

const chunk = 64 * 1024;

/** Opens a media storage in memory with the functions that the conformance kit needs. */
export async function openMemoryMediaStorage(): Promise<MediaStorageHarness> {
  const files = new Map<string, StoredMedia & { readonly content: Uint8Array<ArrayBuffer> }>();
  const open = new Set<symbol>();
  let isAway = false;
  let versions = 0;

  function get(name: string, signal?: AbortSignal) {
    signal?.throwIfAborted();
    if (isAway) throw new Error('The media storage is away');
    return files.get(name);
  }

  async function put(name: string, content: Uint8Array) {
    versions += 1;
    files.set(name, {
      name,
      size: content.length,
      version: `v${versions}`,
      content: new Uint8Array(content),
    });
  }

  return {
    storage: {
      async find(name, signal) {
        const file = get(name, signal);
        return file === undefined ? null : { name, size: file.size, version: file.version };
      },
      async read({ name, version }, { first, last }, signal) {
        const file = get(name, signal);
        if (file === undefined || file.version !== version) return null;
        const id = Symbol(name);
        open.add(id);
        let at = first;
        const source: UnderlyingDefaultSource<Uint8Array<ArrayBuffer>> = {
          start(controller) {
            signal?.addEventListener('abort', () => {
              open.delete(id);
              controller.error(signal.reason);
            });
          },
          pull(controller) {
            const end = Math.min(at + chunk, last + 1);
            controller.enqueue(file.content.slice(at, end));
            at = end;
            if (at <= last) return;
            open.delete(id);
            controller.close();
          },
          cancel() {
            open.delete(id);
          },
        };
        // Nothing is read ahead, so that the stream is open until somebody reads it.
        return new ReadableStream(source, { highWaterMark: 0 });
      },
      async store({ name, size, content }, signal) {
        get(name, signal);
        if (!/^[a-z0-9][a-z0-9-]*(?:\.[a-z0-9]+)+$/.test(name))
          throw new Error(`"${name}" is no name of a file`);
        const aborted = new Promise<never>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        });
        const whole = Buffer.from(await Promise.race([new Response(content).arrayBuffer(), aborted]));
        get(name, signal);
        if (whole.length !== size) throw new Error(`${name} has ${whole.length} bytes instead of ${size}`);
        await put(name, whole);
      },
      async remove(name, signal) {
        get(name, signal);
        files.delete(name);
      },
    },
    put,
    async remove(name) {
      files.delete(name);
    },
    openReads: async () => open.size,
    entries: async () => files.size,
    async breakDown() {
      isAway = true;
    },
    async mend() {
      isAway = false;
    },
    dispose: async () => {},
  };
}
