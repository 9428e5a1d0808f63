import { createMemoryMailer } from '#host/adapters/memory-mailer.ts';
import { describeMailer } from '#test/kits/mailer-kit.ts';

describeMailer({
  name: 'memory',
  create: async () => {
    const mailer = createMemoryMailer();
    return {
      mailer,
      arrived: async () => mailer.delivered.map(({ id, ...mail }) => ({ ...mail, messageId: id })),
      breakDown: async () => mailer.refuse('The post office is closed'),
      mend: async () => mailer.refuse(null),
      dispose: async () => {},
    };
  },
});
