import { fc, test } from '@fast-check/vitest';
import { describe, expect } from 'vitest';
import { renderMarkdown } from '#server/content/markdown.ts';
import { runs } from '#test/run-length.ts';

function html(source: string): string {
  const rendered = renderMarkdown(source);
  if (!rendered.ok) throw new Error(rendered.error);
  return rendered.value.html;
}

const signs = `* ** [ ] ( ) < > " ' & # a ß /x https:// javascript: mailto: <script> {{`.split(' ');

/** Generates texts with many characters that are special in Markdown or HTML. */
const tricky = fc
  .array(fc.constantFrom(...signs, ' ', '## ', '- ', '1. ', '> ', '\n', '\n\n', '\\\n'), { maxLength: 40 })
  .map((parts) => parts.join(''));

const allowed =
  /<(\/?(p|ul|ol|li|blockquote|aside|strong|em|h2|h3)|br|h[23] id="[a-z0-9-]+"|a href="(\/(?!\/)|https:\/\/|mailto:)[^"<>]*"|\/a)>/g;

describe('renderMarkdown', () => {
  test('writes "E-Mail" with a non-breaking hyphen on pages, and with a plain one in searches and mails', () => {
    const rendered = renderMarkdown('Schreiben Sie eine E-Mail an [e-a@b.example](mailto:e-a@b.example).');
    expect(rendered).toMatchObject({
      value: {
        html: '<p>Schreiben Sie eine E\u2011Mail an <a href="mailto:e-a@b.example">e-a@b.example</a>.</p>',
        plain: expect.stringContaining('Schreiben Sie eine E-Mail an'),
      },
    });
  });

  test('renders what posts and legal pages use', () => {
    expect(html('## Ein Auge aus Eisen\n\nZeile **eins**\nund *zwei*\\\ndrei.')).toBe(
      '<h2 id="ein-auge-aus-eisen">Ein Auge aus Eisen</h2>\n<p>Zeile <strong>eins</strong> und <em>zwei</em><br>drei.</p>',
    );
    expect(html('- a\n- b\n  weiter')).toBe('<ul><li>a</li><li>b weiter</li></ul>');
    expect(html('1. a\n2. b')).toBe('<ol><li>a</li><li>b</li></ol>');
    expect(html('> zitiert')).toBe('<blockquote><p>zitiert</p></blockquote>');
    expect(html('> [!NOTE]\n> am Rand')).toBe('<aside><p>am Rand</p></aside>');
    expect(html('[hier](/de/kurse)')).toBe('<p><a href="/de/kurse">hier</a></p>');
  });

  test('gives headings with the same text different ids', () => {
    expect(html('## Öl\n\n## Öl')).toBe('<h2 id="oel">Öl</h2>\n<h2 id="oel-2">Öl</h2>');
  });

  test('renders the same text without mark-up for mails', () => {
    const rendered = renderMarkdown('## Preis\n\nSiehe [Kurse](/de/kurse), **sofort**.\n\n- eins\n- zwei');
    expect(rendered).toMatchObject({
      ok: true,
      value: { plain: 'Preis\n\nSiehe Kurse (/de/kurse), sofort.\n\n- eins\n- zwei', words: 7 },
    });
  });

  test.each([
    'javascript:alert(1)',
    'data:text/html,x',
    '//elsewhere.example',
    '/\\elsewhere.example',
    'http://a.example',
  ])('refuses a link to %s', (target) => {
    expect(renderMarkdown(`[x](${target})`)).toMatchObject({ ok: false });
  });

  test.each(['# Preis', '#### Preis', '- a\n  - b', '> - a'])('refuses %j', (source) => {
    expect(renderMarkdown(source)).toMatchObject({ ok: false });
  });

  test('numbers a list in mails as browsers do', () => {
    expect(renderMarkdown('1. a\n\n2. b\n\n- c')).toMatchObject({
      ok: true,
      value: { plain: '1. a\n2. b\n\n- c' },
    });
  });

  test.prop([tricky], { numRuns: runs(500) })('writes only allowed tags, whatever the source', (source) => {
    const rendered = renderMarkdown(source);
    if (!rendered.ok) return;
    expect(rendered.value.html.replace(allowed, '')).not.toMatch(/[<>]/);
  });
});
