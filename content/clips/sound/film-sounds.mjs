// What is heard in each film, by its name: `notes` for the phases of its scene (`begin` and `end` in seconds) and its
// length, and `captions`, the sounds in words, by the phase with whose sentence they are shown.
import { chord, forElise, foreignLands, line, pitch, prelude, threeVoices } from './pieces.mjs';

const both = (de, en) => ({ de, en });

const lessons = {
  'schumann-eine-taste': {
    notes: (phases, seconds) => [
      { at: phases[2].begin + 1.6, pitch: pitch('C4'), lasts: 2.2, loud: 0.4 },
      { at: phases[3].begin + 1.2, pitch: pitch('C4'), lasts: 2.2, loud: 0.5 },
      { at: phases[4].begin, pitch: pitch('C3'), lasts: seconds, loud: 0.62 },
    ],
    captions: {
      2: both('[Ein Ton, leise]', '[A soft note]'),
      4: both('[Ein tiefer Ton, der langsam verklingt]', '[A low note, slowly fading]'),
    },
  },
  'schumann-das-gewicht-des-arms': {
    notes: (phases, seconds) => [
      ...['G4', 'E4', 'C4', 'G3'].map((name, k) => ({ at: phases[k].begin + 1, pitch: pitch(name), lasts: 2.4, loud: 0.34 })),
      ...chord('C2 G2 E3 C4', { at: phases[4].begin + 0.4, lasts: seconds, loud: 0.62, spread: 0.012 }),
    ],
    captions: {
      0: both('[Einzelne Töne, dünn, immer tiefer]', '[Single notes, thin, each lower]'),
      4: both('[Ein voller, tiefer Akkord]', '[A full, deep chord]'),
    },
  },
  'schumann-von-ton-zu-ton': {
    notes: (phases) => [
      ...line('C4 D4 E4 F4 G4', { at: phases[0].begin + 0.3, step: 0.6, loud: 0.5, held: 0.7 }),
      ...line('C4 D4 E4 F4 G4', { at: phases[1].begin + 0.3, step: 0.6, loud: 0.5, held: 0.2 }),
      ...line('C4 D4 E4 F4 G4 F4 E4', { at: phases[2].begin + 0.2, step: 0.52, loud: 0.52, held: 1.12 }),
      ...line('C4 E4 D4 F4 E4 G4 F4 D4', { at: phases[3].begin, step: 0.45, loud: 0.54, held: 1.12 }),
      ...line('E4 C4 D4 B3 C4', { at: phases[4].begin, step: 0.6, loud: 0.5, held: 1.12 }),
    ],
    captions: {
      0: both('[Fünf Töne aufwärts]', '[Five rising notes]'),
      1: both('[Dieselben Töne, kurz und getrennt]', '[The same notes, short and detached]'),
      2: both('[Dieselben Töne, gebunden]', '[The same notes, joined]'),
    },
  },
  'schumann-eine-schwere-stelle': {
    notes: (phases) => {
      const passage = 'E5 D#5 E5 B4 D5 C5 A4';
      return [
        ...line(passage, { at: phases[0].begin + 0.4, step: 0.24, loud: 0.5 }),
        ...line('B4 D5', { at: phases[1].begin + 0.8, step: 0.6, loud: 0.5 }),
        ...line(passage, { at: phases[2].begin + 0.1, step: 0.48, loud: 0.46 }),
        ...line(passage, { at: phases[3].begin + 0.2, step: 0.32, loud: 0.5 }),
        ...line(passage, { at: phases[4].begin + 0.2, step: 0.2, loud: 0.54 }),
        ...chord('A2 E3 A3', { at: phases[4].begin + 1.4, lasts: 4, loud: 0.4, spread: 0.2 }),
      ];
    },
    captions: {
      0: both('[Der Anfang von Beethovens „Für Elise“]', '[The opening of Beethoven’s “Für Elise”]'),
      2: both('[Die Stelle, sehr langsam]', '[The passage, very slow]'),
      3: both('[Die Stelle, etwas schneller]', '[The passage, a little faster]'),
      4: both('[Die Stelle im Tempo]', '[The passage in tempo]'),
    },
  },
  'schumann-welche-stimme-fuehrt': {
    notes: (phases, seconds) => {
      const bar = (phase) => (phase.end - phase.begin) / 4.1;
      const voices = (k, loud) => threeVoices({ at: phases[k].begin, bar: bar(phases[k]), ...loud });
      return [
        ...voices(0, { above: 0.44, middle: 0.44, below: 0.44 }),
        ...voices(1, { above: 0.66, middle: 0.24, below: 0.3 }),
        ...voices(2, { above: 0.2, middle: 0.52, below: 0.2 }),
        ...voices(3, { above: 0.2, middle: 0.2, below: 0.62 }),
        ...voices(4, { above: 0.64 }),
        ...chord('C3 G3 E4 C5', { at: phases[4].end, lasts: seconds, loud: 0.44, spread: 0.02 }),
      ];
    },
    captions: {
      0: both('[Drei Stimmen, gleich laut]', '[Three voices, equally loud]'),
      1: both('[Die obere tritt hervor]', '[The upper one stands out]'),
      2: both('[Die mittlere tritt hervor]', '[The middle one stands out]'),
      3: both('[Die untere tritt hervor]', '[The lower one stands out]'),
      4: both('[Die obere allein]', '[The upper one alone]'),
    },
  },
  'schumann-auswendig': {
    notes: (phases, seconds) => [
      ...prelude({ at: phases[0].begin, bars: 7, bar: (seconds - 2.4) / 8 }),
      ...chord('C3 G3 C4 E4 G4 C5', { at: phases[0].begin + (7 * (seconds - 2.4)) / 8, lasts: seconds, loud: 0.44, spread: 0.05 }),
    ],
    captions: { 0: both('[Bach, Präludium C-Dur, BWV 846]', '[Bach, Prelude in C major, BWV 846]') },
  },
  'schumann-von-fremden-laendern': {
    notes: (phases, seconds) => foreignLands({ at: phases[0].begin, beat: (seconds - 1.6) / 16.5 }),
    captions: {
      0: both('[Der Anfang der ersten „Kinderszene“ von Robert Schumann]', '[The opening of the first of Robert Schumann’s “Kinderszenen”]'),
    },
  },
  'schumann-ein-abend-vor-anderen': {
    notes: (phases) => {
      const step = 0.19;
      const at = phases[3].begin - 8 * step;
      // The slip: a wrong note beside the right one, and the music goes on.
      return [...forElise({ at, step }), { at: at + 14 * step, pitch: pitch('A#4'), lasts: 0.2, loud: 0.55 }];
    },
    captions: {
      2: both('[Stille, dann beginnt „Für Elise“]', '[Silence, then “Für Elise” begins]'),
      3: both('[Ein falscher Ton, die Musik geht weiter]', '[A wrong note; the music goes on]'),
    },
  },
};

/** The motif of trailers and chapters, as steps of a scale; each course has its own key and mode. */
const MOTIF = [0, 4, 7, 6, 4];
const MODES = { bright: [0, 2, 4, 5, 7, 9, 11], soft: [0, 2, 3, 5, 7, 9, 10], old: [0, 2, 4, 6, 7, 9, 11] };
const courses = {
  'albrecht-duerer': ['D4', 'soft'],
  'alexander-von-humboldt': ['G4', 'bright'],
  'auguste-escoffier': ['F4', 'bright'],
  'bertha-benz': ['E4', 'bright'],
  'emmy-noether': ['B3', 'old'],
  'hildegard-von-bingen': ['C4', 'old'],
  'ignaz-semmelweis': ['C4', 'soft'],
  'johann-wolfgang-von-goethe': ['A3', 'bright'],
  'johannes-gutenberg': ['E4', 'soft'],
  'kaethe-kollwitz': ['B3', 'soft'],
  'maria-sibylla-merian': ['F4', 'old'],
};
const VOICE = { voice: 'celesta' };

const inKey = ([tonic, mode]) => (degree) => pitch(tonic) + MODES[mode][degree % 7] + 12 * Math.floor(degree / 7) + 12;

/** Where a chapter begins, the first notes of its course's motif. */
const chapterMarks = (key, chapters) => () =>
  chapters.flatMap((begin) =>
    [0, 4, 7].map((degree, k) => ({ ...VOICE, at: begin + 0.15 + k * 0.19, pitch: inKey(key)(degree), lasts: 0.5, loud: 0.4 })),
  );

function motif(key) {
  const at = inKey(key);
  return (phases, seconds) => [
    ...MOTIF.map((degree, k) => ({ ...VOICE, at: phases[0].begin + [0, 0.42, 0.84, 1.26, 1.47][k], pitch: at(degree), lasts: 2, loud: 0.55 })),
    // Where the camera moves on, its first two notes.
    ...phases.slice(1, -1).flatMap(({ begin }) => [0, 4].map((degree, k) => ({ ...VOICE, at: begin + k * 0.21, pitch: at(degree), lasts: 1.6, loud: 0.34 }))),
    // With the name the motif again, and the chord in which it ends.
    ...MOTIF.map((degree, k) => ({ ...VOICE, at: phases.at(-1).begin + 0.6 + k * 0.3, pitch: at(degree), lasts: 2, loud: 0.5 })),
    ...[0, 2, 4, 7].map((degree, k) => ({ ...VOICE, at: phases.at(-1).begin + 2.3 + k * 0.06, pitch: at(degree) - 12, lasts: seconds, loud: 0.5 })),
  ];
}

const motifCaptions = (last) => ({
  0: both('[Ein kurzes Motiv auf der Celesta]', '[A short motif on the celesta]'),
  [last]: both('[Das Motiv endet in einem Akkord]', '[The motif ends in a chord]'),
});

/**
 * The sound of a film: `course` is the slug of its course, `phases` how many its scene has, `chapters` when the chapters
 * of a lesson begin, in seconds. Null for a silent film.
 */
export function soundOf(name, { course, phases, chapters }) {
  if (name in lessons) return lessons[name];
  if (name === 'trailer-clara-schumann')
    return {
      notes: (timing, seconds) => [
        ...prelude({ at: timing[0].begin, bars: 11, bar: (seconds - 2.6) / 11.6 }),
        ...chord('C3 G3 C4 E4 G4 C5', { at: timing[0].begin + (11 * (seconds - 2.6)) / 11.6, lasts: seconds, loud: 0.44, spread: 0.05 }),
      ],
      captions: { 0: both('[Bach, Präludium C-Dur]', '[Bach, Prelude in C major]') },
    };
  const key = courses[course];
  if (key === undefined) return null;
  if (name === `trailer-${course}`) return { notes: motif(key), kilobits: 16, captions: motifCaptions(phases - 1) };
  if (chapters.length === 0) return null;
  return {
    notes: chapterMarks(key, chapters),
    // Soft and small beside the films with music.
    peak: 0.3,
    kilobits: 10,
    captions: { 0: both('[Ein kurzes Motiv, wie vor jedem Kapitel]', '[A short motif, as before every chapter]') },
  };
}
