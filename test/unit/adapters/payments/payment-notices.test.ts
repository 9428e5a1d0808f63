import { describePaymentNotices } from '#test/kits/payment-notices-kit.ts';
import { openBraintreeNotices, openSandboxNotices } from '#test/support/payment-notices-harnesses.ts';

describePaymentNotices({ name: 'sandbox', create: openSandboxNotices });

describePaymentNotices({ name: 'braintree', create: openBraintreeNotices });
