import { ok } from '#core/rules/basics/result.ts';
import {
  type PlayerSettings,
  readPlayerSettings,
  writePlayerSettings,
} from '#core/rules/learning/player-options.ts';
import type { ApiResult, StorefrontContext } from '#core/storefront/kernel/context.ts';

const key = 'player_settings';

/**
 * Creates the actions that remember the player settings: in this browser with consent to preferences, otherwise until
 * the tab is closed (docs/behaviour/learning.md#player-settings).
 */
export function createPlayerSettings({ localStorage, sessionStorage, stores }: StorefrontContext) {
  const read = () => readPlayerSettings(sessionStorage.read(key) ?? localStorage.read(key));
  return {
    readPlayerSettings: async (): ApiResult<PlayerSettings> => ok(read()),
    async keepPlayerSettings(chosen: Partial<PlayerSettings>): Promise<void> {
      const text = writePlayerSettings({ ...read(), ...chosen });
      const [used, unused] = stores.consent.snapshot.preferences
        ? [localStorage, sessionStorage]
        : [sessionStorage, localStorage];
      used.write(key, text);
      unused.remove(key);
    },
  };
}
