import sanitizeHtml from 'sanitize-html';

/** Returns the paragraphs of HTML as plain text. */
export function paragraphsOf(html: string): string[] {
  const blocks = html.replaceAll(
    /<(?:br|hr)\b[^>]*>|<\/?(?:p|div|li|ul|ol|h[1-6]|tr|table|section|blockquote)\b[^>]*>/gi,
    '\n',
  );
  // In Markdown and plain text, two line breaks end a paragraph; a single one is only wrapping.
  const hasBlocks = blocks !== html;
  return sanitizeHtml(blocks, { allowedTags: [], parser: { decodeEntities: true } })
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .split(hasBlocks ? /\n/ : /\n\s*\n/)
    .map((text) => text.replaceAll(/\s+/g, ' ').trim())
    .filter((text) => text !== '');
}
