import { mkdir, mkdtemp, readdir, readlink, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolderStorage } from '#adapters/media/folder/folder-storage.ts';
import type { MediaStorageHarness } from '#test/kits/media-storage-harness.ts';
import { describeMediaStorage } from '#test/kits/media-storage-kit.ts';

/** Where the operating system lists the open files of this process. */
const openFiles = '/proc/self/fd';

async function openFolder(): Promise<MediaStorageHarness & { readonly folder: string }> {
  const root = await mkdtemp(join(tmpdir(), 'meisterhand-media-'));
  const folder = join(root, 'clips');
  await mkdir(folder);
  let changes = 0;
  return {
    folder,
    storage: createFolderStorage({ directory: folder }),
    async put(name, content) {
      await writeFile(join(folder, name), content);
      // Two changes within a millisecond would look like one.
      changes += 1;
      await utimes(join(folder, name), changes, changes);
    },
    remove: (name) => rm(join(folder, name)),
    async openReads() {
      const paths = (await readdir(openFiles)).map((id) => readlink(join(openFiles, id)).catch(() => ''));
      return (await Promise.all(paths)).filter((path) => path.startsWith(root)).length;
    },
    entries: async () => (await readdir(folder)).length,
    async breakDown() {
      // A file replaces the folder, so that nothing in it can be read.
      await rename(folder, `${folder}.away`);
      await writeFile(folder, '');
    },
    async mend() {
      await rm(folder);
      await rename(`${folder}.away`, folder);
    },
    dispose: () => rm(root, { recursive: true }),
  };
}

const openFileTests = [
  'leaves nothing open behind a stream that was read to its end, or cancelled',
  'fails and leaves nothing open when the signal is aborted',
];

describeMediaStorage({
  name: 'folder',
  create: openFolder,
  skip: (process.platform === 'linux' ? [] : openFileTests).map((test) => ({
    test,
    reason: 'only Linux lists the open files of a process in a folder',
  })),
});

test('a missing folder has no files, and a folder with the name of a film is no file', async () => {
  const { storage, folder, dispose } = await openFolder();
  await mkdir(join(folder, 'one-key.mp4'));
  expect(await storage.find('one-key.mp4')).toBeNull();
  await rm(folder, { recursive: true });
  expect(await storage.find('one-key.mp4')).toBeNull();
  await dispose();
});

test('an unread stream leaves no file open, and fails after its file is replaced', async () => {
  const { storage, put, openReads, dispose } = await openFolder();
  await put('one-key.mp4', Buffer.from('first'));
  const found = await storage.find('one-key.mp4');
  if (found === null) throw new Error('The film that was just written is not found.');
  const unread = await storage.read(found, { first: 0, last: 4 });
  expect(await openReads()).toBe(0);
  await put('one-key.mp4', Buffer.from('other'));
  await expect(new Response(unread).text()).rejects.toThrow();
  expect(await openReads()).toBe(0);
  await dispose();
});
