import type { MediaStorage } from '#ports/media-storage.ts';
import type { MediaStorageHarness } from '#test/kits/media-storage-harness.ts';
import { breaking } from './describe-breaks.ts';

export type Find = MediaStorage['find'];
export type Read = MediaStorage['read'];

export const storing = breaking<MediaStorageHarness, 'storage'>('storage');

export const finding = (name: string, change: (find: Find) => Find, noticedBy: readonly string[]) =>
  storing(name, ({ find }) => ({ find: change(find) }), noticedBy);
export const reading = (name: string, change: (read: Read) => Read, noticedBy: readonly string[]) =>
  storing(name, ({ read }) => ({ read: change(read) }), noticedBy);
