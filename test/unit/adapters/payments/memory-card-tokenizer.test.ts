import { describeCardTokenizer } from '#test/kits/card-tokenizer-kit.ts';
import { openMemoryCardForm } from '#test/support/memory-card-form.ts';

const skip = [
  { test: 'submits the form around it on Enter', reason: 'the fake has no page, so nobody can press a key' },
];

describeCardTokenizer({ name: 'memory, a frame for each field', create: () => openMemoryCardForm(), skip });

describeCardTokenizer({ name: 'memory, one frame', create: () => openMemoryCardForm('single'), skip });
