import type { OpenCardTokenizer } from '#ports/modules.ts';
import { createSandboxCardTokenizer } from './sandbox-card-tokenizer.ts';

const open: OpenCardTokenizer = (_, page) => createSandboxCardTokenizer(page);

export default open;
