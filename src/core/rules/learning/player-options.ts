import { locales } from '#core/model/values.ts';

/** Playback speeds of the player; 1 is normal speed. */
export const playbackRates = [0.75, 1, 1.25, 1.5, 2] as const;

/** Selectable picture heights in lines; each film has some of them. */
const pictureHeights = [1080, 720, 480, 240] as const;

/**
 * The options of each player setting (docs/behaviour/learning.md#player-settings). `captions` is their language.
 * `quality` is the picture height in lines, or `sound` without a picture. `onward`: whether the next lesson starts
 * automatically.
 */
export const playerOptions = {
  rate: playbackRates,
  captions: [...locales, 'off'],
  captionSize: ['normal', 'large', 'largest'],
  captionColour: ['light', 'yellow', 'dark'],
  quality: ['auto', ...pictureHeights, 'sound'],
  onward: ['begins', 'waits'],
} as const;

type Options = typeof playerOptions;

/** The selected options of a player; null where nothing was selected. */
export type PlayerSettings = { readonly [Name in keyof Options]: Options[Name][number] | null };

/** A selected option. */
export type PlayerSetting<Name extends keyof Options> = Options[Name][number];

const names = Object.keys(playerOptions) as (keyof Options)[];

/** Returns the settings as a text to store, for example `1.5 off - - 720 -`; `-` means not selected. */
export function writePlayerSettings(settings: PlayerSettings): string {
  return names.map((name) => settings[name] ?? '-').join(' ');
}

/** Parses stored settings; null for each part that cannot be read. */
export function readPlayerSettings(text: string | null): PlayerSettings {
  const parts = text?.split(' ') ?? [];
  const read = names.map((name, place) => [name, chosenOption(name, parts[place])]);
  return Object.fromEntries(read);
}

/** Returns the option that is stored as `text`; null when there is none. */
export function chosenOption<Name extends keyof Options>(
  name: Name,
  text: string | undefined,
): PlayerSetting<Name> | null {
  return playerOptions[name].find((option) => String(option) === text) ?? null;
}
