import { memoryShopFacts } from '#test/support/memory-shop-facts.ts';

const [known] = memoryShopFacts.users;
if (known === undefined) throw new Error('The small shop has no learner');

/** The learner of the small shop. */
export const { learner } = known;

/** The initial state of a page with this learner logged in. */
export const loggedIn = { session: { status: 'logged_in', learner } } as const;

/** Somebody who registers. */
export const newcomer = {
  email: 'neu@example.org',
  password: 'drei Äpfel im Regal',
  password_confirmation: 'drei Äpfel im Regal',
  firstname: 'Karl',
  lastname: 'Lindner',
  newsletter: false,
};
