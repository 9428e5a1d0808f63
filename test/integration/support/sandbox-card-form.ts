import { createSandboxCardTokenizer } from '#adapters/sandbox-payments/sandbox-card-tokenizer.ts';
import { offerCardForm } from '#test/integration/support/card-form-page.ts';

offerCardForm((limits) => createSandboxCardTokenizer({ window, limits }));
