import { extractText, getDocumentProxy, getMeta } from 'unpdf';

/** A PDF as a reader finds it. */
export interface ReadPdf {
  /** Text of each page, blanks collapsed. */
  readonly pages: readonly string[];
  readonly text: string;
  readonly title: string;
  readonly language: string;
}

/** Reads the words of a PDF as a program for reading PDFs would copy them. */
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
