import { describeMailer } from 'meisterhand/kits';
import { createSampleNameMailer } from '../src/mailer.ts';
import { notYet } from '../src/not-yet.ts';

describeMailer({
  name: 'sample-name',
  async create() {
    // Start a simulator of the service here, in this process, and close it in `dispose`.
    return {
      mailer: createSampleNameMailer({ url: 'http://127.0.0.1:1', key: 'key' }),
      arrived: async () => notYet('return the mails that the simulator has accepted'),
      breakDown: async () => notYet('let the simulator refuse every request, for example with status 503'),
      mend: async () => notYet('let the simulator accept requests again'),
      refuse: async (how) =>
        notYet(`let the simulator refuse every request as this service does it (\`MailRefusal\`): ${how}`),
      refuseFor: async (retryAfter, status) =>
        notYet(`let the simulator refuse every request with ${status} and this Retry-After: ${retryAfter}`),
      hang: async () => notYet('let the simulator accept requests without ever responding'),
      trickle: async () =>
        notYet('let the simulator begin every response and send a byte of it now and again, without end'),
      tries: async () => notYet('return the idempotency key of each request, refused ones as well'),
      // Use a shorter timeout in tests, and repeat it here.
      timeLimit: 3_000,
      dispose: async () => {},
    };
  },
});
