import { createSystemIds } from '#host/adapters/system-ids.ts';
import { describeHostIds } from '#test/kits/host-ids-kit.ts';

describeHostIds({ name: 'system', create: createSystemIds });
