import { expect, test } from 'vitest';
import {
  courseOfTrailer,
  isTrailer,
  type TrailerFacts,
  trailerMedia,
  trailerName,
} from '#core/rules/catalogue/trailers.ts';

const content: TrailerFacts = {
  ...{ trailer: 'trailer-piano', trailer_text: 'Two hands.', trailer_has_sound: true },
  ...{ trailer_is_adaptive: false, trailer_has_files: true, trailer_has_preview: false },
  trailer_captions: ['de', 'en'],
};

test('a trailer is named after its course', () => {
  expect(trailerName('piano')).toBe('trailer-piano');
  expect(courseOfTrailer('trailer-piano')).toBe('course-piano');
  expect([isTrailer('trailer-piano'), isTrailer('piano-trailer')]).toEqual([true, false]);
});

test('a trailer of the content is played from whole files, in several sizes where it has them', () => {
  const whole = {
    sources: [
      { type: 'video/webm', address: '/media/trailer-piano.webm' },
      { type: 'video/mp4', address: '/media/trailer-piano.mp4' },
    ],
    captions: [
      { locale: 'de', address: '/media/trailer-piano.de.vtt' },
      { locale: 'en', address: '/media/trailer-piano.en.vtt' },
    ],
    poster: '/media/trailer-piano.svg',
    has_sound: true,
    description: 'Two hands.',
  };
  const media = trailerMedia(content);
  expect(media).toMatchObject({ ...whole, hls: null, storyboard: null });
  const adaptive = trailerMedia({ ...content, trailer_is_adaptive: true });
  expect(adaptive).toMatchObject({ ...whole, hls: { url: '/media/films/trailer-piano/master.m3u8' } });
});

test('an uploaded trailer has only what was uploaded, and a frame of it as poster', () => {
  const media = trailerMedia({
    ...content,
    ...{ trailer_text: null, trailer_is_adaptive: true, trailer_has_files: false, trailer_captions: ['en'] },
  });
  expect(media).toMatchObject({
    sources: [],
    hls: { url: '/media/films/trailer-piano/master.m3u8' },
    storyboard: { url: '/media/films/trailer-piano/storyboard.vtt' },
    captions: [{ locale: 'en', address: '/media/trailer-piano.en.vtt' }],
    poster: '/media/films/trailer-piano/poster.jpg',
    description: null,
  });
});

test('a course without a trailer has no media', () => {
  expect(trailerMedia({ ...content, trailer: null })).toBeNull();
});
