import { locales } from '#core/model/values.ts';

/** Speeds of the player; 1 is the film's own. */
export const playbackRates = [0.75, 1, 1.25, 1.5, 2] as const;

/** Heights of pictures in lines that one can choose; a film has some of them. */
const pictureHeights = [1080, 720, 480, 240] as const;

/**
 * What one can choose in a player (docs/behaviour/learning.md#player-settings). `captions` is their language. `quality`
 * is the number of lines of the picture, `sound` without any. `onward`: whether the next lesson begins after this one.
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

/** What somebody has chosen in a player; null where nothing was chosen. */
export type PlayerSettings = { readonly [Name in keyof Options]: Options[Name][number] | null };

/** A setting that was chosen. */
export type PlayerSetting<Name extends keyof Options> = Options[Name][number];

const names = Object.keys(playerOptions) as (keyof Options)[];

/** Returns the settings as a text to store, for example `1.5 off - - 720 -`; `-` stands for nothing chosen. */
export function writePlayerSettings(settings: PlayerSettings): string {
  return names.map((name) => settings[name] ?? '-').join(' ');
}

/** Returns stored settings; what cannot be read was not chosen. */
export function readPlayerSettings(text: string | null): PlayerSettings {
  const parts = text?.split(' ') ?? [];
  const read = names.map((name, place) => [name, chosenOption(name, parts[place])]);
  return Object.fromEntries(read);
}

/** Returns the option that is written as `text`; null when there is none. */
export function chosenOption<Name extends keyof Options>(
  name: Name,
  text: string | undefined,
): PlayerSetting<Name> | null {
  return playerOptions[name].find((option) => String(option) === text) ?? null;
}
