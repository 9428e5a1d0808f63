import { expect, test } from 'vitest';
import { signWebhook } from '#server/platform/webhooks/signature.ts';

test('a webhook is signed like the example of the Standard Webhooks specification', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1_614_265_330,
    body: '{"test": 2432232314}',
  };
  expect(signWebhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', message)).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  );
});
