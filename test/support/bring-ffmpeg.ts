import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Whether ffmpeg and ffprobe are in PATH, and start. */
function isThere(): boolean {
  return ['ffmpeg', 'ffprobe'].every(
    (program) => spawnSync(program, ['-version'], { timeout: 20_000 }).status === 0,
  );
}

/**
 * Sees to it that ffmpeg is there for the tests that make films: as root on Debian or Ubuntu the system's package is
 * installed. Throws with instructions when that does not work.
 */
export function bringFfmpeg(): void {
  if (isThere()) return;
  if (process.getuid?.() === 0 && /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(osRelease())) {
    console.log('No ffmpeg found; trying to bring it.');
    const install =
      'export DEBIAN_FRONTEND=noninteractive; apt-get update; apt-get install -y --no-install-recommends ffmpeg';
    spawnSync('sh', ['-c', install], { stdio: 'inherit', timeout: 300_000 });
  }
  if (!isThere())
    throw new Error(
      'The tests of films need ffmpeg and ffprobe in PATH. Install them (Debian: apt-get install ffmpeg).',
    );
}

function osRelease(): string {
  try {
    return readFileSync('/etc/os-release', 'utf8');
  } catch {
    return '';
  }
}
