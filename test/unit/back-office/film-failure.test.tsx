import { expect, test } from 'vitest';
import { JobFailure } from '#back-office/learning/film-states.tsx';
import { show } from '#test/unit/back-office/support/show.tsx';

test('why a film has failed is said in the language of the operator, the words of a program below it', async () => {
  const blind = { fault: 'no_picture', error: 'kamera.mov: it has no picture' } as const;
  const said = await show(<JobFailure job={blind} />);
  expect(said).toContain('Die Datei hat kein Bild.');
  expect(said).not.toContain(blind.error);
  expect(await show(<JobFailure job={blind} />, 'en')).toContain('The file has no picture.');
  const broken = { fault: 'unreadable', error: 'kamera.mov: ffmpeg cannot read it (moov)' } as const;
  expect(await show(<JobFailure job={broken} />)).toMatch(
    /ffmpeg kann die Datei nicht lesen\.<\/p><p lang="en">kamera\.mov: ffmpeg cannot read it \(moov\)/,
  );
});

test('a file that is away or another one is named, and sent again only if it was uploaded', async () => {
  for (const fault of ['file_missing', 'file_changed'] as const) {
    const said = await show(<JobFailure job={{ fault, error: 'kamera.mov: away' }} />, 'en');
    expect(said).toMatch(/If it was uploaded, send it again\.<\/p><p lang="en">kamera\.mov: away/);
  }
});

test('a film that could not be made has the words of the program, too', async () => {
  const said = await show(<JobFailure job={{ fault: 'not_made', error: 'ffmpeg: No space left' }} />, 'en');
  expect(said).toMatch(/could not be made\.<\/p><p lang="en">ffmpeg: No space left/);
});

test('a failure that an older version has noted is shown as it was noted', async () => {
  const noted = { fault: null, error: 'kamera.mov: it has no picture' };
  expect(await show(<JobFailure job={noted} />)).toContain('<p lang="en">kamera.mov: it has no picture</p>');
});
