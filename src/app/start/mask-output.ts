import { maskCardNumbers } from '#adapters/log/mask-card-numbers.ts';

/**
 * Masks card numbers in all output of this process, including that of modules that use the console. Returns a function
 * that prints a line unmasked, for test card numbers.
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
