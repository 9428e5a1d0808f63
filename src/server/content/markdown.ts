import MarkdownIt, { type Token } from 'markdown-it';
import { nonBreaking } from '#core/rules/basics/non-breaking.ts';
import { err, ok, type Result } from '#core/rules/basics/result.ts';
import { escapeHtml } from '#server/platform/escape-html.ts';

/** A document as HTML and as plain text. */
export interface RenderedDocument {
  /** Tags: h2, h3 (with `id`), p, br, ul, ol, li, blockquote, aside, strong, em, a. All text is escaped. */
  readonly html: string;
  /** Plain text; link targets follow their text in brackets. */
  readonly plain: string;
  readonly words: number;
}

/**
 * Renders the CommonMark subset used by posts and legal pages: headings of level 2 and 3, paragraphs, lists, quotes,
 * notes (`> [!NOTE]`), strong, emphasis, links and `\` at the end of a line as a line break. Everything else,
 * including HTML, is escaped, so the result is safe. Refused: links that are neither a path, https nor mailto; other
 * heading levels; lists inside lists or quotes.
 */
export function renderMarkdown(source: string): Result<RenderedDocument, string> {
  const tokens = markdown.parse(source.trim(), {});
  const fault = findFault(tokens);
  if (fault !== null) return err(fault);
  addAnchors(tokens);
  markNotes(tokens);
  const plain = plainText(tokens);
  return ok({
    html: markdown.renderer.render(tokens, markdown.options, {}).trimEnd(),
    plain,
    words: plain.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length,
  });
}

const markdown = createParser();

function createParser() {
  const parser = new MarkdownIt('zero').enable([
    'heading',
    'list',
    'blockquote',
    'emphasis',
    'link',
    'newline',
    'escape',
  ]);
  // Link targets are kept as written: `findFault` reports invalid ones instead of rendering them as text.
  parser.normalizeLink = (url) => url;
  parser.validateLink = () => true;
  const { rules } = parser.renderer;
  rules.softbreak = () => ' ';
  rules.hardbreak = () => '<br>';
  rules.text = (tokens, index) => escapeHtml(nonBreaking(tokens[index]?.content ?? ''));
  // One line break after each block; no attributes except `id` and `href`.
  parser.renderer.renderToken = (tokens, index) => {
    const token = tokens[index];
    if (token === undefined || token.hidden) return '';
    if (token.nesting === -1) return `</${token.tag}>${token.block && token.level === 0 ? '\n' : ''}`;
    const attributes = ['id', 'href'].flatMap((name) => {
      const value = token.attrGet(name);
      return value === null ? [] : [` ${name}="${escapeHtml(String(value))}"`];
    });
    return `<${token.tag}${attributes.join('')}>`;
  };
  return parser;
}

function findFault(tokens: readonly Token[]): string | null {
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open' && token.tag !== 'h2' && token.tag !== 'h3') {
      return `"${tokens[index + 1]?.content.slice(0, 40)}" is no heading of level 2 or 3`;
    }
    if (token.type.endsWith('_list_open') && token.level > 0) {
      return 'a list stands inside a list or a quote';
    }
    const target = token.type === 'link_open' ? String(token.attrGet('href')) : null;
    if (target !== null && !isAllowedTarget(target)) {
      return `the link to "${target}" is neither a path, https nor mailto`;
    }
    const inner = findFault(token.children ?? []);
    if (inner !== null) return inner;
  }
  return null;
}

/** Allows paths of this site (one leading slash; no backslash, which browsers read as a slash), https and mailto. */
function isAllowedTarget(target: string): boolean {
  return /^(\/(?![/\\])|https:\/\/|mailto:)[^\s"<>\\]*$/.test(target);
}

function addAnchors(tokens: readonly Token[]): void {
  const anchors = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const base = anchorOf(inlineText(tokens[index + 1]));
    let anchor = base;
    for (let count = 2; anchors.has(anchor); count += 1) anchor = `${base}-${count}`;
    anchors.add(anchor);
    token.attrSet('id', anchor);
  }
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

/** Converts quotes whose first line is `[!NOTE]` to asides. */
function markNotes(tokens: readonly Token[]): void {
  for (const [index, token] of tokens.entries()) {
    const first = tokens[index + 2]?.children;
    if (token.type !== 'blockquote_open' || first?.[0]?.content !== '[!NOTE]') continue;
    if (first.length > 1 && first[1]?.type !== 'softbreak') continue;
    first.splice(0, 2);
    token.tag = 'aside';
    const close = tokens.slice(index).find((one) => one.level === token.level && one.nesting === -1);
    if (close !== undefined) close.tag = 'aside';
  }
}

function plainText(tokens: readonly Token[]): string {
  const blocks: string[][] = [];
  let bullet = '';
  let number = 0;
  for (const token of tokens) {
    if (token.level === 0 && token.nesting === 1) blocks.push([]);
    if (token.type === 'ordered_list_open') number = 0;
    if (token.type === 'list_item_open') {
      number += 1;
      bullet = token.info === '' ? '- ' : `${number}. `;
    }
    if (token.type === 'inline') {
      blocks.at(-1)?.push(`${bullet}${inlineText(token)}`);
      bullet = '';
    }
  }
  return blocks.map((lines) => lines.join('\n')).join('\n\n');
}

function inlineText(token: Token | undefined): string {
  let text = '';
  /** Start of the text of the open link. */
  let label = 0;
  let target = '';
  for (const child of token?.children ?? []) {
    if (child.type === 'softbreak') text += ' ';
    else if (child.type === 'hardbreak') text += '\n';
    else if (child.type === 'link_open') {
      label = text.length;
      target = String(child.attrGet('href'));
    } else if (child.type === 'link_close') {
      const shown = text.slice(label);
      if (shown !== target && target !== `mailto:${shown}`) text += ` (${target})`;
    } else text += child.content;
  }
  return text;
}
