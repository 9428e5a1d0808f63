import { describeCardTokenizer } from '#test/kits/card-tokenizer-kit.ts';
import { openMemoryCardForm } from '#test/support/memory-card-form.ts';

describeCardTokenizer({
  name: 'memory',
  create: openMemoryCardForm,
  skip: [
    {
      test: 'submits the form around it on Enter',
      reason: 'the fake has no page, so nobody can press a key',
    },
  ],
});
