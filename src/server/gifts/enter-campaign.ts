import * as z from 'zod/mini';
import type { CampaignEntry, enterCampaign as enterCampaignEndpoint } from '#api/gifts/gift-endpoints.ts';
import { newPassword } from '#core/model/primitives.ts';
import type { Locale } from '#core/model/values.ts';
import { err, mapResult, ok, type Result } from '#core/rules/basics/result.ts';
import { loadLearner } from '#server/accounts/load-learner.ts';
import type { createLogIn } from '#server/accounts/log-in.ts';
import { validateNewPassword } from '#server/accounts/passwords.ts';
import { registerUser } from '#server/accounts/registration.ts';
import type { StartedSession } from '#server/accounts/sessions.ts';
import { lockOwnCart } from '#server/carts/cart-rows.ts';
import { applyCode } from '#server/coupons/apply-code.ts';
import { findGiftCode } from '#server/coupons/gift-codes.ts';
import type { OrderContext } from '#server/orders/order-context.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { type DomainFailure, domainFailure } from '#server/platform/domain-failure.ts';
import { detailOf, type FailureTexts } from '#server/platform/http/failures.ts';
import { readInput } from '#server/platform/http/read-input.ts';
import { limitOf, takeHit } from '#server/platform/rate-limits.ts';
import { redeemCode } from './redeem-code.ts';

type Body = z.output<typeof enterCampaignEndpoint.body>;
type SpentCode = Pick<CampaignEntry, 'redemption' | 'refusal' | 'detail'>;
type EnteredSession = StartedSession & Pick<CampaignEntry, 'is_new_account'>;

/** Password rules for a new account; the password of an existing account may be older than these rules. */
const chosen = z.object({ password: newPassword });

interface Visitor {
  readonly address: string;
  readonly device: string;
  readonly locale: Locale;
}

/**
 * Logs in or registers, and redeems the code, in one call. With a wrong password nothing is redeemed. A refused code
 * does not undo the login: the response contains the session and the refusal. A coupon is applied to the user's cart
 * with its campaign.
 */
export function createEnterCampaign(
  context: OrderContext,
  logIn: ReturnType<typeof createLogIn>,
  texts: FailureTexts,
) {
  return async (body: Body, visitor: Visitor): Promise<Result<EnteredSession & SpentCode, DomainFailure>> => {
    const session = await enter(body, visitor);
    if (!session.ok) return session;
    const userId = session.value.data.sub;
    const spent = await spendCode(userId, body, visitor);
    const learner = await loadLearner(context.db, userId);
    const given: SpentCode = spent.ok
      ? { redemption: spent.value, refusal: null, detail: null }
      : { redemption: null, refusal: spent.error.code, detail: detailOf(spent.error, texts[visitor.locale]) };
    return ok({ ...session.value, data: learner ?? session.value.data, ...given });
  };

  async function enter(body: Body, visitor: Visitor): Promise<Result<EnteredSession, DomainFailure>> {
    const known = await context.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', body.email)
      .executeTakeFirst();
    const { email, firstname, lastname, newsletter } = body;
    const credentials = { identifier: email, password: body.password };
    const logInThere = async () =>
      mapResult(await logIn(credentials, visitor), (session) => ({ ...session, is_new_account: false }));
    if (known !== undefined) return logInThere();
    // From here on, a refusal reveals that nobody has this address.
    const asked = await takeHit(context.db, context, [
      limitOf('account_check', { network: visitor.address }),
    ]);
    if (!asked.ok) return asked;
    const typed = readInput(chosen, body);
    if (!typed.ok) return err(typed.error[0] ?? domainFailure('INVALID_INPUT', { pointer: '/password' }));
    const { password } = typed.value;
    const checked = validateNewPassword({ password, password_confirmation: password });
    if (!checked.ok) return checked;
    const person = { email, password, password_confirmation: password, firstname, lastname, newsletter };
    const registered = await registerUser(
      context,
      { ...person, salutation: 'none', preferred_language: visitor.locale },
      visitor,
    );
    // A parallel call of the same client has created the account in the meantime.
    const isKnownByNow = !registered.ok && registered.error.code === 'EMAIL_TAKEN';
    if (isKnownByNow) return logInThere();
    return mapResult(registered, (session) => ({ ...session, is_new_account: true }));
  }

  async function spendCode(
    userId: string,
    { code, campaign }: Body,
    { address, locale }: Visitor,
  ): Promise<Result<SpentCode['redemption'], DomainFailure>> {
    const used = await inTransaction(context.db, async (trx) => {
      if ((await findGiftCode(trx, code)) !== undefined) {
        return redeemCode(trx, context, { userId, code, address, locale });
      }
      const cart = await lockOwnCart(trx, context, userId);
      return cart === undefined ? err(domainFailure('UNAUTHENTICATED')) : { cart: cart.public_id };
    });
    if (!('cart' in used)) return used;
    const applied = await applyCode(
      context,
      { id: used.cart, code, campaign },
      { user: { id: userId }, locale, address },
    );
    return mapResult(applied, () => null);
  }
}
