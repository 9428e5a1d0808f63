// Turns lists of notes into samples: a piano by additive synthesis, a celesta for the motifs, and a small room.
// A note is { at, pitch, lasts, loud, voice }: seconds, MIDI number (60 is middle C), seconds, 0 to 1, instrument.
import { random } from '../../pictures/drawing/numbers.mjs';

/** Samples a second. */
export const RATE = 24_000;

const { PI, abs, cos, exp, max, min, round, sin } = Math;

/** Above this no partial is heard, and near half the sampling rate it would be wrong. */
const HIGHEST = RATE * 0.42;
/** Seconds in which a released string is damped. */
const DAMPING = 0.09;

/** Partials of each instrument for a frequency: [times the frequency, amplitude, seconds until 1/e]. */
const voices = {
  piano(frequency, loud) {
    const life = 2.4 * (261 / frequency) ** 0.55;
    const stiffness = 0.00035 * max(1, frequency / 260);
    const partials = [];
    for (let k = 1; k <= 18; k++) {
      const ratio = k * (1 + stiffness * k * k) ** 0.5;
      // The hammer strikes at an eighth of the string; a soft touch leaves the upper partials out.
      const amplitude = abs(sin((k * PI) / 8.4)) * k ** -(2.35 - 0.95 * loud);
      // Two strings a little apart: the tone beats and its end is long.
      partials.push([ratio * 0.99982, amplitude * 0.62, life / (1 + 0.32 * (k - 1))]);
      partials.push([ratio * 1.00022, amplitude * 0.38, (1.9 * life) / (1 + 0.3 * (k - 1))]);
    }
    return partials;
  },
  celesta: (frequency) => {
    const life = 1.1 * (523 / frequency) ** 0.4;
    return [
      [1, 1, life],
      [2, 0.22, life * 0.6],
      [4, 0.16, life * 0.22],
      [6.7, 0.05, life * 0.08],
    ];
  },
};
/** Amplitude of the hammer's knock against the tone. */
const knocks = { piano: 0.05, celesta: 0.02 };

function addNote(samples, { at, pitch, lasts, loud, voice = 'piano' }, rnd) {
  const frequency = 440 * 2 ** ((pitch - 69) / 12);
  const begin = round(at * RATE);
  const end = min(samples.length, begin + round((lasts + DAMPING * 5) * RATE));
  const release = begin + round(lasts * RATE);
  const damped = exp(-1 / (DAMPING * RATE));
  const level = 0.32 * loud ** 1.3;
  for (const [ratio, amplitude, life] of voices[voice](frequency, loud)) {
    if (frequency * ratio > HIGHEST) continue;
    const turn = (2 * PI * frequency * ratio) / RATE;
    const fade = exp(-1 / (life * RATE));
    const [re, im] = [cos(turn) * fade, sin(turn) * fade];
    let [x, y] = [0, level * amplitude];
    for (let n = begin; n < end; n++) {
      [x, y] = [x * re + y * im, y * re - x * im];
      if (n > release) [x, y] = [x * damped, y * damped];
      // The attack lasts three milliseconds.
      samples[n] += x * min(1, (n - begin) / (0.003 * RATE));
      if (abs(x) + abs(y) < 1e-6) break;
    }
  }
  let noise = 0;
  for (let n = 0; n < 0.03 * RATE && begin + n < samples.length; n++) {
    noise += 0.22 * ((rnd() - 0.5) * 2 - noise);
    samples[begin + n] += noise * knocks[voice] * loud * exp(-n / (0.006 * RATE));
  }
}

/** A small hall: four combs, each a little duller with every turn, and two all-passes (after M. Schroeder). */
function addRoom(dry, share) {
  const wet = new Float32Array(dry.length);
  for (const seconds of [0.0297, 0.0371, 0.0411, 0.0437]) {
    const line = new Float32Array(round(seconds * RATE));
    let low = 0;
    for (let n = 0, i = 0; n < dry.length; n++, i = (i + 1) % line.length) {
      low += 0.55 * (line[i] - low);
      wet[n] += line[i] / 4;
      line[i] = dry[n] + low * 0.8;
    }
  }
  for (const seconds of [0.005, 0.0017]) {
    const line = new Float32Array(round(seconds * RATE));
    for (let n = 0, i = 0; n < wet.length; n++, i = (i + 1) % line.length) {
      const out = line[i] - 0.6 * wet[n];
      line[i] = wet[n] + 0.6 * out;
      wet[n] = out;
    }
  }
  return dry.map((sample, n) => sample + share * wet[n]);
}

/** Samples from -1 to 1 of a film of this length; the loudest reaches `peak`. Same notes, same samples. */
export function synthesise(notes, seconds, peak = 0.6) {
  const rnd = random(7);
  const dry = new Float32Array(round(seconds * RATE));
  for (const note of notes) addNote(dry, note, rnd);
  const samples = addRoom(dry, 0.35);
  let highest = 0;
  for (const sample of samples) highest = max(highest, abs(sample));
  const level = open(notes, samples.length);
  const fade = 0.6 * RATE;
  return samples.map((sample, n) => (sample * peak * level[n] * min(1, (samples.length - n) / fade)) / (highest || 1));
}

/** 1 where notes sound and shortly after, 0 elsewhere: complete silence costs an encoder almost nothing. */
function open(notes, length) {
  const level = new Float32Array(length);
  for (const { at, lasts } of notes) {
    const end = (at + lasts + 0.7) * RATE;
    for (let n = round(at * RATE); n < min(length, end); n++) level[n] = max(level[n], min(1, (end - n) / (0.5 * RATE)));
  }
  return level;
}
