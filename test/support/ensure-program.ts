import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/**
 * Installs the package of a program if the program is missing: as root on Debian or Ubuntu, without starting a service.
 * Throws with instructions if the program is still missing.
 */
export function ensureProgram(packageName: string, program: string): void {
  if (isInstalled(program)) return;
  const file = '/etc/os-release';
  const system = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (process.getuid?.() === 0 && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(system)) {
    console.log(`No ${program} found; trying to install it.`);
    const install = `export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1; apt-get update; apt-get install -y --no-install-recommends ${packageName}`;
    spawnSync('sh', ['-c', install], { stdio: 'inherit', timeout: 300_000 });
  }
  if (!isInstalled(program))
    throw new Error(`This needs ${program} in PATH. Install it (Debian: apt-get install ${packageName}).`);
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v "$0"', program]).status === 0;
}
