import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { describeDevice } from '#server/platform/http/describe-client.ts';
import { runs } from '#test/run-length.ts';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

describe('a device', () => {
  test.each([
    ['Firefox, Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'],
    ['Chrome, Linux', `Mozilla/5.0 (X11; Linux x86_64) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
    ['Chrome, Android', `Mozilla/5.0 (Linux; Android 15) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`],
    ['Edge, Windows', `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`],
    [
      'Opera, macOS',
      `Mozilla/5.0 (Macintosh; Intel Mac OS X) ${webkit} Chrome/140.0 Safari/537.36 OPR/120.0`,
    ],
    [
      'Samsung Internet, Android',
      `Mozilla/5.0 (Linux; Android 15) ${webkit} SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36`,
    ],
    [
      'Safari, iPhone',
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Mobile/15E148 Safari/604.1',
    ],
    [
      'Safari, macOS',
      'Mozilla/5.0 (Macintosh; Intel Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/605.1.15',
    ],
    [
      'Chrome, iPad',
      'Mozilla/5.0 (iPad; CPU OS 19_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Safari/604.1',
    ],
    ['', 'curl/8.5.0'],
    ['', ''],
  ])('is called "%s"', (name, userAgent) => {
    expect(describeDevice(userAgent)).toBe(name);
  });

  test.prop([fc.string({ unit: 'binary', maxLength: 600 })], { numRuns: runs(200) })(
    'is never called more than two names that the shop knows, whatever is sent',
    (userAgent) => {
      expect(describeDevice(`<b>${userAgent}</b> Firefox/1`)).toMatch(
        /^(?:[A-Z][A-Za-z ]+(?:, [A-Za-z]+)?)?$/,
      );
    },
  );
});
