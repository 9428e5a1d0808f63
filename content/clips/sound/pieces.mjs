// What is played: beginnings of works whose authors died long ago, written out by hand, and exercises of our own.
// Helpers return notes as synthesis.mjs takes them.

const steps = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };
/** "F#4" as a MIDI number. */
export function pitch(name) {
  const [, letter, sign, octave] = /^([A-G])([#b]?)(\d)$/.exec(name) ?? [];
  if (letter === undefined) throw new Error(`No note "${name}"`);
  return 12 * (Number(octave) + 1) + steps[letter] + { '#': 1, b: -1, '': 0 }[sign];
}
const list = (text) => text.split(' ');

/** Notes of one length one after the other; "-" is a rest. `held` is how long each sounds, as a share of its length. */
export function line(text, { at = 0, step, loud = 0.6, held = 1, voice }) {
  return list(text).flatMap((name, k) =>
    name === '-' ? [] : [{ at: at + k * step, pitch: pitch(name), lasts: step * held, loud, voice }],
  );
}
/** Notes together. */
export const chord = (text, { at = 0, lasts, loud = 0.6, voice, spread = 0 }) =>
  list(text).map((name, k) => ({ at: at + k * spread, pitch: pitch(name), lasts, loud, voice }));

/** Johann Sebastian Bach, prelude in C major, BWV 846 (1722): the first eleven bars, one broken chord each. */
const preludeBars = [
  'C4 E4 G4 C5 E5',
  'C4 D4 A4 D5 F5',
  'B3 D4 G4 D5 F5',
  'C4 E4 G4 C5 E5',
  'C4 E4 A4 E5 A5',
  'C4 D4 F#4 A4 D5',
  'B3 D4 G4 D5 G5',
  'B3 C4 E4 G4 C5',
  'A3 C4 E4 G4 C5',
  'D3 A3 D4 F#4 C5',
  'G3 B3 D4 G4 B4',
];
export function prelude({ at, bars, bar }) {
  const step = bar / 16;
  return preludeBars.slice(0, bars).flatMap((text, index) => {
    const five = list(text).map(pitch);
    return [0, 8].flatMap((half) =>
      [0, 1, 2, 3, 4, 2, 3, 4].map((which, k) => ({
        at: at + index * bar + (half + k) * step,
        pitch: five[which],
        // The two low notes are held, as Bach wrote them.
        lasts: (which < 2 ? 8 - which : 1.6) * step,
        loud: (which === 0 ? 0.56 : 0.44) + 0.06 * Math.sin((index / bars) * Math.PI) + (which === 4 ? 0.05 : 0),
      })),
    );
  });
}

/** Ludwig van Beethoven, "Für Elise", WoO 59 (1810): the theme, eight bars. `step` is a sixteenth. */
export function forElise({ at, step, loud = 0.55 }) {
  const right = 'E5 D#5 E5 D#5 E5 B4 D5 C5 A4 - - C4 E4 A4 B4 - - E4 G#4 B4 C5 - - E4 E5 D#5 E5 D#5 E5 B4 D5 C5 A4 - - C4 E4 A4 B4 - - E4 C5 B4 A4';
  const left = '- - - - - - - - A2 E3 A3 - - - E2 E3 G#3 - - - A2 E3 A3 - - - - - - - - - A2 E3 A3 - - - E2 E3 G#3 - - - A2';
  return [
    ...line(right, { at, step, loud, held: 1.5 }).map((note) => ({ ...note, lasts: note.lasts * (note.pitch === 69 || note.pitch === 71 ? 2 : 1) })),
    ...line(left, { at, step, loud: loud * 0.75, held: 3 }),
  ];
}

/** Robert Schumann, "Von fremden Ländern und Menschen", op. 15 no. 1 (1838): the first two bars and their repetition. */
export function foreignLands({ at, beat }) {
  const phrase = (from) => [
    ...line('B4 G5', { at: from, step: beat, loud: 0.66 }),
    { at: from + 2 * beat, pitch: pitch('F#5'), lasts: 0.75 * beat, loud: 0.62 },
    { at: from + 2.75 * beat, pitch: pitch('E5'), lasts: 0.25 * beat, loud: 0.5 },
    { at: from + 3 * beat, pitch: pitch('D5'), lasts: beat, loud: 0.56 },
    ...line('G2 G2 D3 G2', { at: from, step: beat, loud: 0.42 }),
    ...line('B3 D4 B3 C#4 E4 C#4 C4 D4 C4 B3 D4 B3', { at: from, step: beat / 3, loud: 0.34, held: 1.2 }).filter((_, k) => k % 3 !== 2),
  ];
  return [0, 1, 2, 3].flatMap((k) => phrase(at + k * 4 * beat));
}

/** Three voices over four bars: [above, middle, below], each with its own loudness. */
export function threeVoices({ at, bar, above = 0, middle = 0, below = 0 }) {
  const half = bar / 2;
  return [
    ...line('E5 G5 A5 F5 G5 D5 E5 -', { at, step: half, loud: above }),
    ...line('G4 C5 C5 A4 B4 G4 G4', { at: at + half / 2, step: half, loud: middle, held: 0.9 }),
    ...line('C3 F3 G3 C3', { at, step: bar, loud: below }),
  ].filter(({ loud }) => loud > 0);
}
