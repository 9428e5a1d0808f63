import sanitizeHtml from 'sanitize-html';

const linkSchemes = ['http', 'https', 'mailto'];

/** HTML of one line is cleaned when it is stored, and only the clean copy is ever sent (stack.md). */
export function cleanLine(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['a', 'b', 'strong', 'em', 'i', 'br', 'span'],
    allowedAttributes: { a: ['href'] },
    allowedSchemes: linkSchemes,
    allowProtocolRelative: false,
  });
}

/** The same for whole pages, which have headings, lists and quotes besides. */
export function cleanDocument(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: ['h2', 'h3', 'p', 'br', 'ul', 'ol', 'li', 'blockquote', 'aside', 'strong', 'em', 'a'],
    allowedAttributes: { a: ['href'], h2: ['id'], h3: ['id'] },
    allowedSchemes: linkSchemes,
    allowProtocolRelative: false,
  });
}
