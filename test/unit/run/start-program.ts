import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endWithThisProcess } from '#test/support/end-with-this-process.ts';

/** A stage that starts a program in a group of its own, as journeys start a shop, and waits for ever. */
const waiting = 'setInterval(() => {}, 1_000_000)';
const program = spawn(process.execPath, ['-e', waiting], { detached: true, stdio: 'ignore' });
endWithThisProcess(program);
writeFileSync(join(tmpdir(), 'leftover'), 'a file of the program');
console.log(JSON.stringify({ stage: process.pid, program: program.pid, folder: tmpdir() }));
setInterval(() => {}, 1_000_000);
