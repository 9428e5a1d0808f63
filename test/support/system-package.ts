import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * Sees to it that a program of the system is there: as root on Debian or Ubuntu its package is installed, without
 * starting a service. Throws with instructions when that does not work.
 */
export function bringPackage(name: string, program: string): void {
  if (isThere(program)) return;
  const file = '/etc/os-release';
  const system = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (process.getuid?.() === 0 && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(system)) {
    console.log(`No ${program} found; trying to bring it.`);
    const install = `export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1; apt-get update; apt-get install -y --no-install-recommends ${name}`;
    spawnSync('sh', ['-c', install], { stdio: 'inherit', timeout: 300_000 });
  }
  if (!isThere(program))
    throw new Error(`This script needs ${program} in PATH. Install it (Debian: apt-get install ${name}).`);
}

function isThere(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;
}
