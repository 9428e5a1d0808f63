import { parseArgs } from 'node:util';
import { startSimulator } from './simulator.ts';

/** `npm run simulator -- --port 4710 --webhooks http://localhost:3000/api/webhooks/direct_pay` */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '4710' }, webhooks: { type: 'string' } },
});
const { url, key } = await startSimulator({
  port: Number(values.port),
  ...(values.webhooks === undefined ? {} : { webhookUrl: values.webhooks }),
});
process.stdout.write(`Direct Pay's simulator listens. Start the shop with
PAYMENT_MODULES=sandbox,./examples/direct-pay/src/module.ts DIRECT_PAY_URL=${url} DIRECT_PAY_KEY=${key}
`);
