import { z } from 'zod';
import { addFilm, cancelFilm, listFilmJobs } from '#server/learning/films/film-jobs.ts';
import { defineCommand, done, failed, moment, printable } from './command.ts';

export const addFilmCommand = defineCommand({
  name: 'film add',
  usage: 'LESSON FILE',
  summary: 'brings the film of a lesson from a camera file; the shop makes it in the background',
  notes: [
    'LESSON is the id of a lesson, or trailer- and the slug of a course, FILE what ffmpeg reads, on this machine. It',
    'stays until the film is made (film list). The film waits in the draft of its course until that is published.',
    'A film that failed goes on where it stopped when the same file is brought again.',
  ],
  operands: ['lesson', 'file'],
  input: z.object({ lesson: z.string(), file: z.string() }),
  async run(context, { lesson, file }) {
    const added = await addFilm(context, { film: lesson, file });
    if (!added.ok) return failed(added.error);
    return done(
      `The film of ${lesson} is ${Math.round(added.value.seconds)} s long; the shop makes it while it runs.`,
    );
  },
});

export const listFilmsCommand = defineCommand({
  name: 'film list',
  usage: '',
  summary: 'lists the films that are being made, were made or failed, newest first',
  input: z.object({}),
  async run({ db }) {
    const jobs = await listFilmJobs(db);
    return done(
      ...jobs.map(({ lesson_id, file_name, state, step, percent, error, changed_at }) =>
        [lesson_id, state, `${percent} %`, error ?? step, printable(file_name), moment(changed_at)].join(
          '  ',
        ),
      ),
    );
  },
});

export const cancelFilmCommand = defineCommand({
  name: 'film cancel',
  usage: 'LESSON',
  summary: 'calls off the film of a lesson that is being sent or made, or that has failed',
  notes: ['What is shown stays; what was made of the new film is removed.'],
  operands: ['lesson'],
  input: z.object({ lesson: z.string() }),
  async run(context, { lesson }) {
    const job = (await listFilmJobs(context.db)).find(({ lesson_id }) => lesson_id === lesson);
    const cancelled = job === undefined ? null : await cancelFilm(context, job.id);
    return cancelled?.ok === true
      ? done(`The film of ${lesson} is called off.`)
      : failed(`No film of "${lesson}" is being made or has failed (film list).`);
  },
});
