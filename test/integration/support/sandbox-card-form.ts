import { createSandboxCardTokenizer } from '#adapters/payments/sandbox/browser/sandbox-card-tokenizer.ts';
import type { OpenCardTokenizer } from '#ports/modules.ts';

const open: OpenCardTokenizer = (limits, { window }) => createSandboxCardTokenizer({ window, limits });

export default open;
