import type { Learner } from '#core/model/user.ts';
import type { Locale } from '#core/model/values.ts';
import { accessCookie } from '#core/rules/accounts/access.ts';
import { mapResult } from '#core/rules/basics/result.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';
import type { AccessTokens } from '#ports/browser/access-tokens.ts';
import type { ShopApi } from '#ports/shop-api.ts';

/** Removes the id of a user resource; `sub` contains the same value. */
function toLearner({ id: _, ...learner }: Learner & { readonly id: string }): Learner {
  return learner;
}

export async function readProfile(shopApi: ShopApi, sub: string): ApiResult<Learner> {
  return mapResult(await shopApi.getUser({ params: { id: sub } }), toLearner);
}

/** Changes the profile of the learner `sub`. The result does not contain changes that wait for a mailed link. */
export async function updateProfile(
  shopApi: ShopApi,
  sub: string,
  body: ProfileChanges & { readonly preferred_language?: Locale },
): ApiResult<Learner> {
  return mapResult(await shopApi.updateUser({ params: { id: sub }, body }), toLearner);
}

/** The fields to change in a profile. A new e-mail requires the password or the mailed code. */
export type ProfileChanges = Partial<
  Pick<Learner, 'firstname' | 'lastname' | 'salutation' | 'newsletter' | 'declined_newsletter' | 'email'>
> & { readonly password?: string; readonly code?: string };

export type Profile = ReturnType<typeof createProfile>;

/** Creates the functions that load and change the profile. A failed call leaves the profile unchanged. */
export function createProfile(context: StorefrontContext, accessTokens: AccessTokens) {
  const { shopApi, cookies, tokenReader } = context;
  const { session, locale } = context.stores;

  async function reloadProfile(): Promise<void> {
    const { snapshot, generation } = session;
    if (snapshot.status !== 'logged_in') return;
    const profile = await readProfile(shopApi, snapshot.learner.sub);
    if (profile.ok) session.update(profile.value, generation);
  }

  /** Sets the learner's language, refreshes the access token and reloads the profile. */
  async function preferLanguage(preferred_language: Locale): Promise<void> {
    const { generation, snapshot } = session;
    if (snapshot.status !== 'logged_in') return;
    const { sub } = snapshot.learner;
    const updated = await updateProfile(shopApi, sub, { preferred_language });
    if (!updated.ok) return;
    const token = cookies.read(accessCookie);
    if (token !== null) await accessTokens.replace(token);
    const profile = await readProfile(shopApi, sub);
    session.update(profile.ok ? profile.value : updated.value, generation);
  }

  /** Returns the id of the learner in the access cookie. */
  function cookieOwner(): unknown {
    const token = cookies.read(accessCookie);
    return token === null ? undefined : tokenReader.readPayload(token)?.sub;
  }

  /** Starts the session of an access cookie that was set by another tab or page. */
  async function logInByCookie(): Promise<void> {
    const { generation, snapshot } = session;
    const sub = cookieOwner();
    if (snapshot.status === 'logged_in' || typeof sub !== 'string') return;
    const profile = await readProfile(shopApi, sub);
    if (profile.ok) session.begin(profile.value, generation);
  }

  return {
    reloadProfile,
    preferLanguage,
    /** Returns whether this page shows a learner other than the one in the access cookie. */
    showsOther: (): boolean =>
      session.snapshot.status === 'logged_in' && session.snapshot.learner.sub !== cookieOwner(),
    /** Starts the session of an access cookie, and sets the learner's language to that of the page. */
    async loadProfile(): Promise<void> {
      await logInByCookie();
      const { snapshot } = session;
      const page = locale.snapshot.locale;
      if (snapshot.status === 'logged_in' && snapshot.learner.preferred_language !== page) {
        await preferLanguage(page);
      }
    },
  };
}
