/** A file that is written while it is sent, so that its length does not matter. */
export interface WrittenFile {
  readonly filename: string;
  readonly content: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** Characters that are sent at once. */
const portion = 64 * 1024;

/**
 * A CSV file of these lines, which are read no faster than the receiver takes them. The first of them are read before
 * this returns, so that a database that is away is answered as for every other call; what fails later breaks the
 * transfer off, and no part is taken for the whole.
 */
export async function csvFile(filename: string, lines: AsyncIterator<string>): Promise<WrittenFile> {
  const encoder = new TextEncoder();
  const next = async (): Promise<Uint8Array<ArrayBuffer> | null> => {
    let text = '';
    while (text.length < portion) {
      const line = await lines.next();
      if (line.done === true) break;
      text += line.value;
    }
    return text === '' ? null : encoder.encode(text);
  };
  const first = await next();
  async function* content() {
    // Spreadsheets read the file as UTF-8 because of its first character.
    yield encoder.encode('\uFEFF');
    for (let bytes = first; bytes !== null; bytes = await next()) yield bytes;
  }
  return { filename, content: content() };
}
