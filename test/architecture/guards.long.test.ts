import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countLinted, lint, root, tool, write } from '#test/architecture/support/lint-sandbox.ts';

const ambient = {
  'Date.now()': 'export const bad = Date.now();\n',
  'Date.now passed on': 'export const bad = Date.now;\n',
  'globalThis.Date.now()': 'export const bad = globalThis.Date.now();\n',
  'new Date()': 'export const bad = new Date();\n',
  'Math.random()': 'export const bad = Math.random();\n',
  'performance.now()': 'export const bad = performance.now();\n',
  'crypto.randomUUID()': 'export const bad = crypto.randomUUID();\n',
};

const style = {
  'a default export': 'export default 1;\n',
  any: 'export const bad: any = 1;\n',
  '@ts-ignore': '// @ts-ignore\nexport const bad = 1;\n',
  'a non-null assertion': 'export const bad = (list: number[]) => list[0]!;\n',
  console: "console.log('x');\n",
  'process.env': 'export const bad = process.env.PORT;\n',
  'a thrown string': "export const bad = () => {\n  throw 'x';\n};\n",
  'a barrel file': "export * from './other.ts';\n",
  'an unused variable': 'const bad = 1;\nexport const good = 2;\n',
  'a floating promise': 'const wait = async () => {};\nexport const bad = () => {\n  wait();\n};\n',
  'a file of 450 lines': Array.from(
    { length: 450 },
    (_, line) => `export const line${line} = ${line};\n`,
  ).join(''),
};

describe('time and randomness come through ports', () => {
  const layers = ['src/core/rules', 'src/core/storefront', 'src/server/orders', 'src/server/platform/http'];
  const cases = layers.flatMap((layer) =>
    Object.entries(ambient).map(([what, text], line) => ({
      layer,
      what,
      text,
      path: `${layer}/ambient-${line}.ts`,
    })),
  );
  const allowed = 'src/adapters/system/system-clock.ts';
  const given = 'src/core/rules/given-date.ts';
  const findings = lint({
    ...Object.fromEntries(cases.map(({ path, text }) => [path, text])),
    [allowed]: ambient['Date.now()'],
    [given]: 'export const day = (milliseconds: number) => new Date(milliseconds);\n',
  });

  test.each(cases)('$layer: $what is refused', ({ path }) => {
    const texts = findings.filter((finding) => finding.path === path).map(({ text }) => text);
    expect(texts).toContainEqual(expect.stringMatching(/^plugin: Ambient/));
  });

  test('system adapters may read the clock of the system, and dates may be made of milliseconds', () => {
    expect(findings.filter(({ path }) => path === allowed || path === given)).toEqual([]);
  });
});

describe('style', () => {
  const cases = [
    ...Object.entries(style).map(([what, text], line) => ({
      what,
      text,
      path: `src/server/style-${line}.ts`,
    })),
    {
      what: 'a skipped test',
      text: "import { test } from 'vitest';\ntest.skip('later', () => {});\n",
      path: 'test/unit/skipped.test.ts',
    },
    {
      what: 'a focused test',
      text: "import { test } from 'vitest';\ntest.only('mine', () => {});\n",
      path: 'test/unit/only.test.ts',
    },
    {
      what: 'a file name in camel case',
      text: 'export const good = 1;\n',
      path: 'src/server/CamelCase.ts',
    },
  ];
  const findings = lint({
    ...Object.fromEntries(cases.map(({ path, text }) => [path, text])),
    'src/ui/screens/home.tsx': 'export default function Home() {\n  return null;\n}\n',
  });
  const blamed = new Set(findings.map(({ path }) => path));

  test.each(cases)('$what is refused', ({ path }) => {
    expect(blamed).toContain(path);
  });

  test('a route module may have a default export', () => {
    expect(blamed).not.toContain('src/ui/screens/home.tsx');
  });
});

test('the linter checks every source and test file of the project', () => {
  const files = ['src', 'test'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path))
      .map((path) => join(folder, path)),
  );
  expect(files.length).toBeGreaterThan(50);
  expect(countLinted(files)).toBe(files.length);
});

test('only the runner of the kits, which requires a reason, may skip a test', () => {
  const skips = /\b(?:skip|skipIf|runIf|todo|fixme|fails)\(/;
  const files = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        /\.tsx?$/.test(path) && path !== 'kits/run-kit.ts' && path !== 'architecture/guards.long.test.ts',
    )
    .filter((path) => skips.test(readFileSync(join(root, 'test', path), 'utf8')));
  expect(files).toEqual([]);
});

/** Returns the source of a module without types and comments. */
function runtimeOf(source: string): string {
  return stripTypeScriptTypes(source)
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
    .trim();
}

describe('ports are only types', () => {
  const folder = join(root, 'src/ports');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });

  test.each(files.filter((name) => name.endsWith('.ts')))('%s', (name) => {
    expect(runtimeOf(readFileSync(join(folder, name), 'utf8'))).toBe('');
  });

  test('an exported value is detected', () => {
    expect(
      runtimeOf('/** A clock. */\nexport interface Clock { now(): number }\nexport const epoch = 0;'),
    ).toContain('epoch');
  });
});

describe('types', () => {
  function compile(text: string): string {
    const folder = mkdtempSync(join(root, 'node_modules/.types-'));
    try {
      write(folder, 'case.ts', text);
      write(
        folder,
        'tsconfig.json',
        JSON.stringify({ extends: join(root, 'tsconfig.json'), include: ['case.ts'] }),
      );
      return spawnSync(tool('tsc'), ['--noEmit', '--project', folder], { encoding: 'utf8' }).stdout;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  test.each([
    ['an enum, which Node cannot run', 'export enum Colour { Red }\n', 'TS1294'],
    ['an unchecked list element', 'export const first = (list: number[]): number => list[0];\n', 'TS2322'],
    ['an implicit any', 'export const same = (value) => value;\n', 'TS7006'],
    [
      'a type imported as a value',
      "import { PathLike } from 'node:fs';\nexport type Same = PathLike;\n",
      'TS1484',
    ],
  ])('%s is refused', (_what, text, code) => {
    expect(compile(text)).toContain(code);
  });

  test('correct code passes', () => {
    expect(compile('export const first = (list: number[]): number | undefined => list[0];\n')).toBe('');
  });
});

describe('dead code', () => {
  test('an unused export, an unused file and an unlisted package are reported', () => {
    const folder = mkdtempSync(join(tmpdir(), 'meisterhand-knip-'));
    try {
      const skipped = ['node_modules', '.git', 'build', '.data', '.react-router', 'content', 'test-results'];
      for (const name of readdirSync(root)) {
        if (!skipped.includes(name)) cpSync(join(root, name), join(folder, name), { recursive: true });
      }
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
      write(folder, 'src/core/rules/nobody-imports-this.ts', 'export const lonely = 1;\n');
      write(folder, 'src/core/rules/half-used.ts', 'export const used = 1;\nexport const unused = 2;\n');
      write(
        folder,
        'test/unit/half-used.test.ts',
        "import 'left-pad';\nimport { used } from '#core/rules/half-used.ts';\nused;\n",
      );
      const run = spawnSync(tool('knip'), ['--reporter', 'json'], {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 64 * 1024 * 1024,
      });
      expect(run.status).not.toBe(0);
      const report: {
        issues: {
          file: string;
          files?: unknown[];
          exports?: { name: string }[];
          unlisted?: { name: string }[];
        }[];
      } = JSON.parse(run.stdout);
      const issue = (file: string) => report.issues.find((each) => each.file === file);
      expect(issue('src/core/rules/nobody-imports-this.ts')?.files).toHaveLength(1);
      expect(issue('src/core/rules/half-used.ts')?.exports?.map(({ name }) => name)).toEqual(['unused']);
      expect(issue('test/unit/half-used.test.ts')?.unlisted?.map(({ name }) => name)).toEqual(['left-pad']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
