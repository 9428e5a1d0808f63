import { describeMediaStorage } from '#test/kits/media-storage-kit.ts';
import { openMemoryMediaStorage } from '#test/support/memory-media-storage.ts';

describeMediaStorage({ name: 'memory', create: openMemoryMediaStorage });
