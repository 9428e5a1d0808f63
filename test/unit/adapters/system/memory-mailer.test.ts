import { describeMailer } from '#test/kits/mailer-kit.ts';
import { openMemoryPost } from '#test/support/memory-post.ts';

describeMailer({ name: 'memory', create: openMemoryPost });
