import { claimDataDirectory } from '#server/platform/database/embedded/claim-data-directory.ts';
import { readInput } from '#test/integration/support/test-process.ts';

/**
 * Claims a data directory, prints `claimed true` or `claimed false` and keeps the claim until it is killed.
 */
const claim = claimDataDirectory(readInput<string>());
process.stdout.write(`claimed ${claim.ok}\n`);
setInterval(() => claim, 1000);
