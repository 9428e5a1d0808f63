import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '#server/platform/files/project-root.ts';
import { findFilmTools, toolsMissing } from '#server/platform/media/ffmpeg.ts';
import { makeFilm } from '#server/platform/media/make-film.ts';
import { probeFilm } from '#server/platform/media/probe-film.ts';
import { ffmpegPaths } from './settings/config.ts';

/** Quality for small files in the repository: drawings compress well. */
const quality = { preset: 'slow', factor: 33, sound: 40, lines: 480 };

/**
 * Runs `npm run films -- NAME …`: makes the packaged films in `content/films` from `content/clips` once, so that a shop
 * needs no ffmpeg for them. Without names it makes all existing ones again.
 */
async function run(names: readonly string[]): Promise<number> {
  const tools = await findFilmTools(ffmpegPaths(process.env));
  if (tools === null) {
    console.error(toolsMissing);
    return 1;
  }
  const content = join(projectRoot, 'content');
  mkdirSync(join(content, 'films'), { recursive: true });
  for (const name of names.length > 0 ? names : readdirSync(join(content, 'films'))) {
    const folder = mkdtempSync(join(tmpdir(), 'meisterhand-film-'));
    const source = await probeFilm(tools, join(content, 'clips', `${name}.mp4`));
    await makeFilm(source, folder, { tools, quality });
    const target = join(content, 'films', name);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target);
    // The poster of these films is a drawing.
    for (const file of readdirSync(folder).filter((one) => !/^poster\./.test(one)))
      renameSync(join(folder, file), join(target, file));
    rmSync(folder, { recursive: true });
    console.log(name);
  }
  return 0;
}

process.exitCode = await run(process.argv.slice(2));
