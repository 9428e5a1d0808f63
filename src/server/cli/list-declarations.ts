import { z } from 'zod';
import { listOpenDeclarations } from '#server/consumer-rights/list-open-declarations.ts';
import { defineCommand, done } from './command.ts';
import { moment } from './words.ts';

/** `declarations`: withdrawals and cancellations that wait for an operator. */
export const listDeclarationsCommand = defineCommand({
  name: 'declarations',
  usage: '',
  summary: 'lists withdrawals and cancellations that wait for an answer, oldest first',
  input: z.object({}),
  async run(context) {
    const open = await listOpenDeclarations(context);
    if (open.length === 0) return done('No withdrawal or cancellation waits for an answer.');
    return done(
      ...open.flatMap((declaration) => [
        `${declaration.reference}  ${declaration.kind} for "${declaration.contract_code}"` +
          ` by ${declaration.name}, ${declaration.email}, received ${moment(declaration.received_at)}`,
        `  ${JSON.stringify(declaration.details)}`,
        `  so far: ${JSON.stringify(declaration.decision)}`,
      ]),
    );
  },
});
