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
