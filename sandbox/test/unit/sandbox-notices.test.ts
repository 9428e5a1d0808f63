import { describePaymentNotices } from 'meisterhand/kits';
import { openSandboxNotices, sandboxNoticeSkips } from '../notices-harness.ts';

describePaymentNotices({ name: 'sandbox', create: openSandboxNotices, skip: sandboxNoticeSkips });
