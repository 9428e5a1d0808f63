import { fc, test as property } from '@fast-check/vitest';
import { expect, test } from 'vitest';
import {
  type PlayerSettings,
  playerOptions,
  readPlayerSettings,
  writePlayerSettings,
} from '#core/rules/learning/player-options.ts';
import { runs } from '#test/run-length.ts';

const nothing = {
  rate: null,
  captions: null,
  captionSize: null,
  captionColour: null,
  quality: null,
  onward: null,
};

const settings = fc.record(
  Object.fromEntries(
    Object.entries(playerOptions).map(([name, options]) => [name, fc.constantFrom(null, ...options)]),
  ),
) as fc.Arbitrary<PlayerSettings>;

property.prop([settings], { numRuns: runs(100) })(
  'settings of a player are read as they were written',
  (chosen) => {
    expect(readPlayerSettings(writePlayerSettings(chosen))).toEqual(chosen);
  },
);

property.prop(
  [fc.option(fc.oneof(fc.string(), fc.constantFrom('3 fr', '1.5', ' off', '1e0 de', '1 de huge')))],
  { numRuns: runs(200) },
)('whatever is stored, only what the player offers is chosen', (text) => {
  for (const [name, value] of Object.entries(readPlayerSettings(text)))
    expect([null, ...playerOptions[name as keyof PlayerSettings]]).toContain(value);
});

test('settings of an earlier version, which had only two, are read', () => {
  expect(readPlayerSettings('1.5 off')).toEqual({ ...nothing, rate: 1.5, captions: 'off' });
});
