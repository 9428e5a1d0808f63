import { expect, test } from 'vitest';
import { JobFailure } from '#back-office/learning/film-states.tsx';
import { show } from '#test/unit/back-office/support/show.tsx';

test('a film failure is explained in the language of the operator, above the message of ffmpeg', async () => {
  const blind = { fault: 'no_picture', error: 'kamera.mov: it has no picture' } as const;
  const markup = await show(<JobFailure job={blind} />);
  expect(markup).toContain('Die Datei hat kein Bild.');
  expect(markup).not.toContain(blind.error);
  expect(await show(<JobFailure job={blind} />, 'en')).toContain('The file has no picture.');
  const broken = { fault: 'unreadable', error: 'kamera.mov: ffmpeg cannot read it (moov)' } as const;
  expect(await show(<JobFailure job={broken} />)).toMatch(
    /ffmpeg kann die Datei nicht lesen\.<\/p><p lang="en">kamera\.mov: ffmpeg cannot read it \(moov\)/,
  );
});

test('a missing or changed file is named, and has to be sent again if it was uploaded', async () => {
  for (const fault of ['file_missing', 'file_changed'] as const) {
    const markup = await show(<JobFailure job={{ fault, error: 'kamera.mov: away' }} />, 'en');
    expect(markup).toMatch(/If it was uploaded, send it again\.<\/p><p lang="en">kamera\.mov: away/);
  }
});

test('a film that could not be made shows the message of ffmpeg', async () => {
  const markup = await show(<JobFailure job={{ fault: 'not_made', error: 'ffmpeg: No space left' }} />, 'en');
  expect(markup).toMatch(/could not be made\.<\/p><p lang="en">ffmpeg: No space left/);
});

test('a failure without a code, stored by an older version, is shown as stored', async () => {
  const stored = { fault: null, error: 'kamera.mov: it has no picture' };
  expect(await show(<JobFailure job={stored} />)).toContain('<p lang="en">kamera.mov: it has no picture</p>');
});
