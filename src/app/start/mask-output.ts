import { maskCardNumbers } from '#adapters/log/mask-card-numbers.ts';

/**
 * Masks numbers of cards in everything that this process prints from now on, whoever prints it: modules may use the
 * console. Returns how the shop prints a line as it is: the numbers of test cards.
 */
export function maskOutput(
  streams: readonly Pick<NodeJS.WriteStream, 'write'>[] = [process.stdout, process.stderr],
): (line: string) => void {
  const [printed] = streams.map((stream) => {
    const write = stream.write.bind(stream) as (...parts: readonly unknown[]) => boolean;
    stream.write = ((chunk: string | Uint8Array, ...rest: readonly unknown[]) =>
      write(masked(chunk), ...rest)) as typeof stream.write;
    return write;
  });
  return (line) => void printed?.(`${line}\n`);
}

function masked(chunk: string | Uint8Array): string | Uint8Array {
  if (typeof chunk === 'string') return maskCardNumbers(chunk);
  const text = Buffer.from(chunk).toString('utf8');
  const safe = maskCardNumbers(text);
  return safe === text ? chunk : safe;
}
