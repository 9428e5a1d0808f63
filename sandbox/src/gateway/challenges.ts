import type { Cents, Localized } from 'meisterhand/model';
import type { ServerClock, ServerIds } from 'meisterhand/ports';
import type { SandboxTokenization } from '../frame-messages.ts';
import { type Ledger, summaryOf } from './ledger.ts';
import type { StoredCard } from './ledger-file.ts';
import { challengeCode } from './test-cards.ts';

/** Texts of the simulated issuer. They belong to the provider, so they are not in the shop's locales. */
interface ChallengeTexts {
  readonly title: string;
  readonly cancel_label: string;
  readonly bank: string;
  readonly intro: string;
  readonly shop: string;
  readonly amount: string;
  readonly card: string;
  readonly code: string;
  readonly confirm: string;
  readonly wrong_code: string;
  readonly hint: string;
  readonly hint_hopeless: string;
}

export const challengeTexts: Localized<ChallengeTexts> = {
  de: {
    title: 'Zahlung bestätigen',
    cancel_label: 'Abbrechen',
    bank: 'Testbank',
    intro: 'Ihre Bank möchte sichergehen, dass Sie es sind. Bitte geben Sie den Code ein.',
    shop: 'Händler',
    amount: 'Betrag',
    card: 'Karte',
    code: 'Bestätigungscode',
    confirm: 'Bestätigen',
    wrong_code: 'Dieser Code stimmt nicht. Bitte geben Sie ihn noch einmal ein.',
    hint: 'Testbetrieb: Der Code ist 1234.',
    hint_hopeless: 'Testbetrieb: Diese Karte lehnt jeden Code ab.',
  },
  en: {
    title: 'Confirm your payment',
    cancel_label: 'Cancel',
    bank: 'Test Bank',
    intro: 'Your bank would like to be sure that it is you. Please enter the code.',
    shop: 'Shop',
    amount: 'Amount',
    card: 'Card',
    code: 'Confirmation code',
    confirm: 'Confirm',
    wrong_code: 'This code is not right. Please enter it again.',
    hint: 'Test mode: the code is 1234.',
    hint_hopeless: 'Test mode: this card refuses every code.',
  },
};

/** A 3-D Secure challenge that was not finished yet. */
interface Challenge {
  readonly nonce: string;
  readonly card: StoredCard;
  readonly amount: Cents;
}

type CodeResponse = SandboxTokenization | { readonly outcome: 'wrong_code' };

export interface Challenges {
  open(challenge: Challenge): string;
  find(id: string): Challenge | null;
  /** Checks a typed code. Returns a verified nonce, `wrong_code` for another try, or a failure. */
  confirm(id: string, code: string): Promise<CodeResponse>;
}

interface ChallengesDeps {
  readonly ledger: Pick<Ledger, 'verifyNonce'>;
  readonly clock: ServerClock;
  readonly ids: Pick<ServerIds, 'token'>;
}

/** A challenge is valid for ten minutes (in milliseconds) and three codes. */
const challengeLife = 10 * 60 * 1000;
const triesAllowed = 3;
const failed = { outcome: 'failed', failure: { code: 'VERIFICATION_FAILED' } } as const;

/**
 * Creates the simulated issuer of 3-D Secure. Open challenges are in memory only: after a restart they fail.
 */
export function createChallenges({ ledger, clock, ids }: ChallengesDeps): Challenges {
  const open = new Map<string, { challenge: Challenge; closes_at: number; triesLeft: number }>();

  function forgetOld(): void {
    for (const [id, { closes_at }] of open) if (clock.now() >= closes_at) open.delete(id);
  }

  return {
    open(challenge) {
      forgetOld();
      const id = ids.token(16);
      open.set(id, { challenge, closes_at: clock.now() + challengeLife, triesLeft: triesAllowed });
      return id;
    },
    find(id) {
      forgetOld();
      return open.get(id)?.challenge ?? null;
    },
    async confirm(id, code) {
      forgetOld();
      const entry = open.get(id);
      if (entry === undefined) return failed;
      const { challenge } = entry;
      const isRight = challenge.card.behaviour === 'challenge' && code.trim() === challengeCode;
      entry.triesLeft -= 1;
      if (!isRight && challenge.card.behaviour === 'challenge' && entry.triesLeft > 0)
        return { outcome: 'wrong_code' };
      open.delete(id);
      const nonce = isRight ? await ledger.verifyNonce(challenge.nonce, challenge.amount) : null;
      return nonce === null ? failed : { outcome: 'nonce', nonce: verifiedNonce(nonce, challenge.card) };
    },
  };
}

/** Returns a nonce that passed 3-D Secure, in the form for the page. */
export function verifiedNonce(nonce: string, card: StoredCard) {
  return { nonce, method: summaryOf(card), liability_shifted: true };
}
