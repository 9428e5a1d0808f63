import { createServerIds } from '#adapters/system/server-ids.ts';
import { describeServerIds } from '#test/kits/server-ids-kit.ts';

describeServerIds('system', createServerIds);
