import { expect, test } from 'vitest';
import { importsOf, sourcesBelow } from '#test/architecture/support/imports.ts';
import { root } from '#test/architecture/support/lint-sandbox.ts';

/** The kits of each port, by the type that an implementation returns. */
const kits: Readonly<Record<string, readonly string[]>> = {
  Analytics: ['describeAnalyticsPort'],
  OpenAnalytics: ['describeAnalyticsPort'],
  CapturingGateway: ['describeCardGateway'],
  CardGateway: ['describeCardGateway'],
  PageGateway: ['describePageGateway'],
  PaymentGateway: ['describePaymentGateway'],
  CardTokenizer: ['describeCardTokenizer'],
  OpenCardTokenizer: ['describeCardTokenizer'],
  PaymentNotices: ['describePaymentNotices', 'describeAskAgainNotices'],
  Mailer: ['describeMailer'],
  MediaStorage: ['describeMediaStorage'],
  Clock: ['describeClockPort'],
  Cookies: ['describeCookiesPort'],
  ErrorReporting: ['describeErrorReportingPort'],
  Ids: ['describeIdsPort'],
  ServerIds: ['describeServerIds'],
  Navigation: ['describeNavigationPort'],
  PasswordHasher: ['describePasswordHasher'],
  TabBroadcast: ['describeTabBroadcastPort'],
  TabLock: ['describeTabLockPort'],
  TextStorage: ['describeTextStoragePort'],
  Timers: ['describeTimersPort'],
  TokenReader: ['describeTokenReaderPort'],
};

const sources = new Map(
  ['src', 'test', 'examples', 'sandbox'].flatMap((folder) => sourcesBelow(root, folder)),
);

/** A function that returns a port, a fake that extends one, or the default export of a browser half. */
const implementation = new RegExp(
  String.raw`(?:export (?:async )?function \w+[^;]*?\): (?:Promise<)?|export default [^;]*satisfies |^(?:export )?const \w+: |interface Memory\w+ extends )(${Object.keys(kits).join('|')})\b`,
  'gms',
);

/** The files of the project that a file imports, each parsed once. */
const imported = new Map<string, readonly string[]>();

/** Returns a file and everything that it imports, directly or not. */
function reach(path: string, reached = new Set<string>()): ReadonlySet<string> {
  const text = sources.get(path);
  if (text === undefined || reached.has(path)) return reached;
  reached.add(path);
  const files =
    imported.get(path) ?? importsOf(path, text).flatMap(({ file }) => (file === null ? [] : [file]));
  imported.set(path, files);
  for (const file of files) reach(file, reached);
  return reached;
}

/** Implementations that run no kit, with the reasons. */
const exceptions: Readonly<Record<string, string>> = {
  'src/adapters/system/rendering-ports.ts': 'while a page is rendered nothing can navigate',
  'src/adapters/payments/braintree/browser/index.ts':
    'only opens the tokenizer, which runs the kit with time limits',
  'sandbox/src/browser/index.ts': 'only opens the tokenizer, which runs the kit with time limits',
};

const runs = [...sources].filter(
  ([path, text]) => /\.test\.tsx?$/.test(path) && /\bdescribe[A-Z]\w+\(/.test(text),
);

const implementations = [...sources]
  .filter(([path]) => /^(?:src\/adapters|test\/support|examples\/[^/]+\/src|sandbox\/src)\//.test(path))
  .flatMap(([path, text]) =>
    [...text.matchAll(implementation)].map(([, port = '']) => [path, port] as const),
  );

test('every adapter and every fake of a port runs the kit of the port', () => {
  expect(implementations.length).toBeGreaterThan(30);
  const reached = runs.map(([path, text]) => ({ text, files: reach(path) }));
  const without = implementations.filter(
    ([path, port]) =>
      !reached.some(
        ({ text, files }) => files.has(path) && kits[port]?.some((kit) => text.includes(`${kit}(`)),
      ),
  );
  expect([...new Set(without.map(([path]) => path))].toSorted()).toEqual(Object.keys(exceptions).toSorted());
});
