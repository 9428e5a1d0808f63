import { expect } from 'vitest';
import type { AccessTokens } from '#ports/access-tokens.ts';
import type { KitCases, KitSkip } from './run-kit.ts';
import { runKit } from './run-kit.ts';

/** The tokens of a guest, and those of a learner whose token is good. */
export interface AccessTokensHarness {
  readonly guest: AccessTokens;
  readonly learner: AccessTokens;
}

interface AccessTokensKit {
  readonly name: string;
  readonly create: () => Promise<AccessTokensHarness>;
  readonly skip?: readonly KitSkip[];
}

async function tokenOf(tokens: AccessTokens): Promise<string> {
  const answer = await tokens.current();
  if (!answer.ok || answer.value === null) throw new Error('A learner has a token');
  return answer.value;
}

const cases: KitCases<AccessTokensHarness> = {
  async 'a guest has none, also in place of one that was refused'({ guest }) {
    expect(await guest.current()).toEqual({ ok: true, value: null });
    expect(await guest.replace('anything')).toEqual({ ok: true, value: null });
  },
  async 'a good one stays as it is, however many ask'({ learner }) {
    const token = await tokenOf(learner);
    const answers = await Promise.all([learner.current(), learner.current(), learner.current()]);
    expect(answers).toEqual(answers.map(() => ({ ok: true, value: token })));
  },
  async 'a refused one is replaced, by the same for all who were refused'({ learner }) {
    const refused = await tokenOf(learner);
    const [one, other] = await Promise.all([learner.replace(refused), learner.replace(refused)]);
    expect(one).toMatchObject({ ok: true });
    expect(one).not.toMatchObject({ value: refused });
    expect(other).toEqual(one);
    expect(await learner.replace(refused)).toEqual(one);
    expect(await learner.current()).toEqual(one);
  },
};

/** The promises of `ports/access-tokens.ts`. */
export function describeAccessTokensPort({ name, create, skip = [] }: AccessTokensKit): void {
  runKit({ name: `AccessTokens: ${name}`, cases, create, dispose: async () => {}, skip });
}
