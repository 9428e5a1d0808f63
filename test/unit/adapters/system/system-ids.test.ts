import { createServerIds } from '#adapters/system/server-ids.ts';
import { describeHostIds } from '#test/kits/server-ids-kit.ts';

describeHostIds({ name: 'system', create: createServerIds });
