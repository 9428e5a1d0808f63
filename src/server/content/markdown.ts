import type { Result } from '#core/rules/result.ts';
import { err, ok } from '#core/rules/result.ts';

/** A document in the two forms the shop needs. */
export interface RenderedDocument {
  /** Tags: h2, h3 (with `id`), p, br, ul, ol, li, blockquote, aside, strong, em, a. All text is escaped. */
  readonly html: string;
  /** The same without mark-up; addresses of links stand in brackets behind their text. */
  readonly plain: string;
  readonly words: number;
}

interface Written {
  readonly html: string;
  readonly plain: string;
}

/**
 * Renders the part of Markdown that posts and legal pages use: headings of level 2 and 3, paragraphs, lists, quotes,
 * remarks at the side (`> [!NOTE]`), strong, emphasis, links, and `\` at a line's end for a line break. HTML in the
 * source is shown as text, so the answer is safe to send as it is. Refused: links that are neither a path, https nor
 * mailto; headings of another level.
 */
export function renderMarkdown(source: string): Result<RenderedDocument, string> {
  const written: Written[] = [];
  const anchors = new Set<string>();
  for (const block of source
    .replaceAll('\r\n', '\n')
    .trim()
    .split(/\n{2,}/)) {
    const one = renderBlock(block.trim(), anchors);
    if (!one.ok) return one;
    written.push(one.value);
  }
  const plain = written.map((one) => one.plain).join('\n\n');
  return ok({
    html: written.map((one) => one.html).join('\n'),
    plain,
    words: plain.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length,
  });
}

function renderBlock(block: string, anchors: Set<string>): Result<Written, string> {
  if (block.startsWith('#')) return renderHeading(block, anchors);
  const lines = block.split('\n');
  if (lines.every((one) => one.startsWith('>'))) return renderQuote(lines.map((one) => one.slice(1).trim()));
  if (/^- /.test(block)) return renderList(block, /^- /, 'ul');
  if (/^\d+\. /.test(block)) return renderList(block, /^\d+\. /, 'ol');
  return wrap('p', renderInline(block));
}

function renderHeading(block: string, anchors: Set<string>): Result<Written, string> {
  const match = /^(#{2,3}) (.+)$/.exec(block);
  if (match === null) {
    return err(`"${block.slice(0, 40)}" is no heading of level 2 or 3 on a line of its own`);
  }
  const [, marks = '', title = ''] = match;
  const level = marks.length;
  const base = anchorOf(title);
  let anchor = base;
  for (let count = 2; anchors.has(anchor); count += 1) anchor = `${base}-${count}`;
  anchors.add(anchor);
  return ok({ html: `<h${level} id="${anchor}">${escapeHtml(title)}</h${level}>`, plain: title });
}

function renderQuote(lines: readonly string[]): Result<Written, string> {
  const isNote = lines[0] === '[!NOTE]';
  const inner = renderInline((isNote ? lines.slice(1) : lines).join('\n'));
  if (!inner.ok) return inner;
  const tag = isNote ? 'aside' : 'blockquote';
  return ok({ html: `<${tag}><p>${inner.value.html}</p></${tag}>`, plain: inner.value.plain });
}

function renderList(block: string, mark: RegExp, tag: 'ul' | 'ol'): Result<Written, string> {
  const items: string[] = [];
  for (const one of block.split('\n')) {
    if (mark.test(one)) items.push(one.replace(mark, ''));
    else items.push(`${items.pop() ?? ''} ${one.trim()}`);
  }
  const rendered: Written[] = [];
  for (const [index, item] of items.entries()) {
    const inner = renderInline(item);
    if (!inner.ok) return inner;
    const bullet = tag === 'ul' ? '-' : `${index + 1}.`;
    rendered.push({ html: `<li>${inner.value.html}</li>`, plain: `${bullet} ${inner.value.plain}` });
  }
  return ok({
    html: `<${tag}>${rendered.map((one) => one.html).join('')}</${tag}>`,
    plain: rendered.map((one) => one.plain).join('\n'),
  });
}

const inlineMark = /\*\*(.+?)\*\*|\*(.+?)\*|\[(.+?)\]\((.+?)\)|\\\n/gs;

function renderInline(source: string): Result<Written, string> {
  let html = '';
  let plain = '';
  let read = 0;
  const text = (part: string) => {
    const joined = part.replaceAll('\n', ' ');
    html += escapeHtml(joined);
    plain += joined;
  };
  for (const match of source.matchAll(inlineMark)) {
    text(source.slice(read, match.index));
    read = match.index + match[0].length;
    const [whole, strong, emphasis, label, target] = match;
    if (whole === '\\\n') {
      html += '<br>';
      plain += '\n';
    } else if (strong !== undefined) {
      html += `<strong>${escapeHtml(strong.replaceAll('\n', ' '))}</strong>`;
      plain += strong.replaceAll('\n', ' ');
    } else if (emphasis !== undefined) {
      html += `<em>${escapeHtml(emphasis.replaceAll('\n', ' '))}</em>`;
      plain += emphasis.replaceAll('\n', ' ');
    } else if (label !== undefined && target !== undefined) {
      if (!isAllowedTarget(target)) return err(`the link to "${target}" is neither a path, https nor mailto`);
      const shown = label.replaceAll('\n', ' ');
      html += `<a href="${escapeHtml(target)}">${escapeHtml(shown)}</a>`;
      plain += shown === target || target === `mailto:${shown}` ? shown : `${shown} (${target})`;
    }
  }
  text(source.slice(read));
  return ok({ html, plain });
}

/** Paths of this site (one leading slash, no backslash that browsers read as a second one), https and mailto. */
function isAllowedTarget(target: string): boolean {
  return /^(\/(?![/\\])|https:\/\/|mailto:)[^\s"<>\\]*$/.test(target);
}

function wrap(tag: string, inner: Result<Written, string>): Result<Written, string> {
  if (!inner.ok) return inner;
  return ok({ html: `<${tag}>${inner.value.html}</${tag}>`, plain: inner.value.plain });
}

function anchorOf(title: string): string {
  const spelled: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss', '§': 'paragraph-' };
  const anchor = title
    .toLowerCase()
    .replace(/[äöüß§]/g, (letter) => spelled[letter] ?? '')
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return anchor === '' ? 'abschnitt' : anchor;
}

function escapeHtml(text: string): string {
  const entities: Record<string, string> = {
    '&': '&amp;',
    '<': '&lt;',
    '>': '&gt;',
    '"': '&quot;',
    "'": '&#39;',
  };
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
