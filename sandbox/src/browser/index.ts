import type { OpenCardTokenizer } from 'meisterhand/ports';
import { createSandboxCardTokenizer } from './sandbox-card-tokenizer.ts';

const open: OpenCardTokenizer = (_, page) => createSandboxCardTokenizer(page);

export default open;
