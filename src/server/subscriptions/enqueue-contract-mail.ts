import type { Transaction } from 'kysely';
import { defaultLocale, isLocale } from '#core/rules/locale.ts';
import type { Database } from '#server/database/schema.ts';
import { enqueueMail } from '#server/mail/enqueue-mail.ts';
import type { ContractMailFacts } from '#server/mail/templates.ts';
import type { HostContext } from '#server/server-context.ts';

interface ContractMail<Template extends keyof ContractMailFacts> {
  readonly contract: { readonly id: string; readonly user_id: string };
  readonly template: Template;
  readonly facts: Omit<ContractMailFacts[Template], 'subscription_id'>;
  /** What tells this mail from others of the same template and contract. */
  readonly occasion: string;
}

/** Sends a mail about a contract to its owner, in the language they prefer; nobody is there once an account is deleted. */
export async function enqueueContractMail<Template extends keyof ContractMailFacts>(
  trx: Transaction<Database>,
  context: Pick<HostContext, 'clock' | 'ids'>,
  { contract, template, facts, occasion }: ContractMail<Template>,
): Promise<void> {
  const owner = await trx
    .selectFrom('users')
    .select(['email', 'preferred_language'])
    .where('id', '=', contract.user_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (owner === undefined) return;
  await enqueueMail<keyof ContractMailFacts>(trx, context, {
    template,
    recipient: owner.email,
    locale: isLocale(owner.preferred_language) ? owner.preferred_language : defaultLocale,
    facts: { subscription_id: contract.id, ...facts } as unknown as ContractMailFacts[Template],
    dedupe_key: `${template}:${contract.id}:${occasion}`,
  });
}
