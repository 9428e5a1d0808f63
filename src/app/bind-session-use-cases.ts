import { createCheckAccount } from '#core/use-cases/check-account.ts';
import { createCompleteAccount } from '#core/use-cases/complete-account.ts';
import { createEndSession } from '#core/use-cases/end-session.ts';
import { createKeepAccessTokenFresh } from '#core/use-cases/keep-access-token-fresh.ts';
import { createLoadProfile } from '#core/use-cases/load-profile.ts';
import { createLogIn } from '#core/use-cases/log-in.ts';
import { createLogInWithCode } from '#core/use-cases/log-in-with-code.ts';
import { createLogOut } from '#core/use-cases/log-out.ts';
import { createPreferLanguage } from '#core/use-cases/prefer-language.ts';
import { createRegister } from '#core/use-cases/register.ts';
import { createRequestLoginCode } from '#core/use-cases/request-login-code.ts';
import { createStartSession } from '#core/use-cases/start-session.ts';
import { createTrackRegistration } from '#core/use-cases/track-registration.ts';
import type { ServiceContainer } from './bind.ts';

/** Binds what begins, keeps and ends sessions. */
export function bindSessionUseCases({ bind }: ServiceContainer): void {
  bind('access_tokens', createKeepAccessTokenFresh, [
    'clock',
    'cookies',
    'endRefusedSession',
    'sessions',
    'tab_lock',
    'token_reader',
  ]);
  bind('endSession', createEndSession, ['analytics', 'cart', 'cookies', 'local_cart', 'session']);
  bind(
    'endRefusedSession',
    ({ endSession }) =>
      () =>
        endSession({ forgets_guest_cart: false }),
    ['endSession'],
  );
  bind('startSession', createStartSession, [
    'analytics',
    'cookies',
    'loadCart',
    'redeem',
    'session',
    'sessions',
    'tab_broadcast',
    'takeGuestCartOver',
  ]);
  bind('logIn', createLogIn, ['sessions', 'startSession']);
  bind('logInWithCode', createLogInWithCode, ['sessions', 'startSession']);
  bind('requestLoginCode', createRequestLoginCode, ['locale', 'nameCart', 'sessions']);
  bind('trackRegistration', createTrackRegistration, ['accounts', 'consent', 'cookies']);
  bind('register', createRegister, ['accounts', 'locale', 'startSession', 'trackRegistration']);
  bind('completeAccount', createCompleteAccount, ['accounts', 'startSession']);
  bind('checkAccount', createCheckAccount, ['accounts', 'nameCart']);
  bind('requestPasswordReset', ({ accounts }) => accounts.requestPasswordReset, ['accounts']);
  bind(
    'resetPassword',
    ({ accounts }) =>
      ({ token, password, password_confirmation }) =>
        accounts.resetPassword(token, password, password_confirmation),
    ['accounts'],
  );
  bind('logOut', createLogOut, [
    'cookies',
    'endSession',
    'navigation',
    'redeem',
    'sessions',
    'tab_broadcast',
  ]);
  bind('preferLanguage', createPreferLanguage, ['access_tokens', 'cookies', 'profiles', 'session']);
  bind('loadProfile', createLoadProfile, [
    'cookies',
    'locale',
    'preferLanguage',
    'profiles',
    'session',
    'token_reader',
  ]);
}
