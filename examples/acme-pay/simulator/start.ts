import { parseArgs } from 'node:util';
import { testCards } from './ledger.ts';
import { startSimulator } from './simulator.ts';

/** `npm run simulator -- --port 4700 --webhooks http://localhost:3000/api/webhooks/acme_pay` */
const { values } = parseArgs({
  options: { port: { type: 'string', default: '4700' }, webhooks: { type: 'string' } },
});
const { url, key, webhookSecret } = await startSimulator({
  port: Number(values.port),
  ...(values.webhooks === undefined ? {} : { webhookUrl: values.webhooks }),
});
process.stdout.write(`Acme Pay's simulator listens. Start the shop with
PAYMENT_MODULES=./examples/acme-pay/src/module.ts ACME_PAY_URL=${url} ACME_PAY_KEY=${key} ACME_PAY_WEBHOOK_SECRET=${webhookSecret}
Cards: ${testCards.accepted} pays, ${testCards.declined} is declined, ${testCards.redirect} asks on a page of the bank, ${testCards.frame} within the shop.
`);
