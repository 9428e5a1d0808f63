import { z } from 'zod';
import { isEmailAddress, normaliseEmail } from '#core/model/email-address.ts';
import { operatorRoles } from '#core/model/operator.ts';
import {
  invitationHours,
  inviteOperator,
  listOperators,
  removeOperator,
  resetOperator,
} from '#server/operations/team/operators.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { defineCommand, done, failed } from './command.ts';

const email = z.string().overwrite(normaliseEmail).refine(isEmailAddress, 'write an e-mail address');

/** `operator add`: invites an operator and prints the link by which they set password and second factor. */
export const addOperatorCommand = defineCommand({
  name: 'operator add',
  usage: 'EMAIL ROLE',
  summary: `invites somebody to the back office, as one of ${operatorRoles.join(', ')}; prints their link`,
  operands: ['email', 'role'],
  input: z.object({ email, role: z.enum(operatorRoles, `write one of ${operatorRoles.join(', ')}`) }),
  async run(context, operator) {
    const invited = await inviteOperator(context, operator);
    if (!invited.ok) return failed(`${operator.email} is an operator already.`);
    return done(
      `${operator.email} is invited as ${operator.role}. This link works once, for ${invitationHours} hours:`,
      invited.value.link,
    );
  },
});

/** `operator list`: who runs the shop. */
export const listOperatorsCommand = defineCommand({
  name: 'operator list',
  usage: '',
  summary: 'lists the operators of the back office',
  input: z.object({}),
  async run(context) {
    const operators = await listOperators(context);
    if (operators.length === 0) return done('There are no operators yet: operator add invites one.');
    return done(
      ...operators.map(
        ({ attributes: { email, role, state, last_used_at } }) =>
          `${email}  ${role}  ${state}  last seen ${last_used_at ?? 'never'}`,
      ),
    );
  },
});

async function findOperator({ db }: OrderContext, email: string): Promise<string | null> {
  const operator = await db
    .selectFrom('operators')
    .select('id')
    .where('email', '=', email)
    .where('state', '!=', 'removed')
    .executeTakeFirst();
  return operator?.id ?? null;
}

/** `operator reset`: a new link for somebody who has lost password or authenticator; also for the last owner. */
export const resetOperatorCommand = defineCommand({
  name: 'operator reset',
  usage: 'EMAIL',
  summary: 'lets an operator set password and authenticator anew; prints their link, ends their sessions',
  operands: ['email'],
  input: z.object({ email }),
  async run(context, operator) {
    const id = await findOperator(context, operator.email);
    const reset = id === null ? null : await resetOperator(context, id);
    if (!reset?.ok) return failed(`There is no operator ${operator.email}.`);
    return done(`This link works once, for ${invitationHours} hours:`, reset.value.link);
  },
});

/** `operator remove`: the next call of the operator, and of each API key that they made, is refused. */
export const removeOperatorCommand = defineCommand({
  name: 'operator remove',
  usage: 'EMAIL',
  summary: 'removes an operator with the API keys that they made, at once',
  operands: ['email'],
  input: z.object({ email }),
  async run(context, operator) {
    const id = await findOperator(context, operator.email);
    if (id === null) return failed(`There is no operator ${operator.email}.`);
    const removed = await removeOperator(context, id);
    return removed.ok
      ? done(`${operator.email} is removed; API keys that ended: ${removed.value}.`)
      : failed(`${operator.email} is the last owner: make somebody else an owner first.`);
  },
});
