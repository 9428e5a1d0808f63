import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** The texts of a PDF. */
export interface ReadPdf {
  /** Text of each page, with white space collapsed. */
  readonly pages: readonly string[];
  readonly text: string;
  readonly title: string;
  readonly language: string;
}

/** Extracts the text of a PDF, as a reader would copy it from a PDF viewer. */
export async function readPdf(content: Uint8Array): Promise<ReadPdf> {
  const document = await getDocumentProxy(new Uint8Array(content));
  const { text } = await extractText(document, { mergePages: false });
  const { info } = await getMeta(document);
  const pages = text.map((page) => page.replaceAll(/\s+/g, ' ').trim());
  return {
    pages,
    text: pages.join(' '),
    title: String(info.Title ?? ''),
    language: String(info.Language ?? ''),
  };
}

/** Returns the text runs of the first page from top to bottom, with the height of their baseline in points. */
export async function linesOf(content: Uint8Array): Promise<readonly { text: string; y: number }[]> {
  const document = await getDocumentProxy(new Uint8Array(content));
  const { items } = await (await document.getPage(1)).getTextContent();
  return items
    .flatMap((item) =>
      'str' in item && item.str.trim() !== '' ? [{ text: item.str, y: Number(item.transform[5]) }] : [],
    )
    .toSorted((one, other) => other.y - one.y);
}
