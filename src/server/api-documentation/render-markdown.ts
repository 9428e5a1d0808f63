import { renderMarkdown } from '#server/content/markdown.ts';
import { escapeHtml } from '#server/escape-html.ts';

const fence = /^```\n([\s\S]*?)^```$/gm;

/**
 * Markdown of the documentation as HTML: what posts and legal pages use, and besides it code in the line and in blocks.
 * @throws Error when the source has a heading or link that is not allowed: a fault of ours, found by the first request.
 */
export function renderDocumentation(source: string): string {
  const parts: string[] = [];
  let read = 0;
  for (const match of source.matchAll(fence)) {
    parts.push(renderText(source.slice(read, match.index)), codeBlock(match[1] ?? '', 'Example'));
    read = match.index + match[0].length;
  }
  parts.push(renderText(source.slice(read)));
  return parts.join('\n');
}

/** A block of code that can be scrolled by keyboard. */
export function codeBlock(code: string, label: string): string {
  return `<pre tabindex="0" role="group" aria-label="${escapeHtml(label)}"><code>${escapeHtml(code.trimEnd())}</code></pre>`;
}

function renderText(source: string): string {
  if (source.trim() === '') return '';
  const rendered = renderMarkdown(source);
  if (!rendered.ok) throw new Error(`The documentation cannot be shown: ${rendered.error}.`);
  return rendered.value.html.replace(/`([^`]+)`/g, '<code>$1</code>');
}
