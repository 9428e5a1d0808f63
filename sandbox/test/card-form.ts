import type { OpenCardTokenizer } from 'meisterhand/ports';
import { createSandboxCardTokenizer } from '../src/browser/sandbox-card-tokenizer.ts';

const open: OpenCardTokenizer = (limits, { window }) => createSandboxCardTokenizer({ window, limits });

export default open;
