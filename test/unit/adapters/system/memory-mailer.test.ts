import { describeMailer } from '#test/kits/mailer-kit.ts';
import { openMemoryMailer } from '#test/support/memory-mailer-harness.ts';

describeMailer({ name: 'memory', create: openMemoryMailer });
