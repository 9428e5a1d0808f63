import { createSandboxCardTokenizer } from '#adapters/payments/sandbox/browser/sandbox-card-tokenizer.ts';
import { offerCardForm } from './card-form-page.ts';

offerCardForm((limits) => createSandboxCardTokenizer({ window, limits }));
