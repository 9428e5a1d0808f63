import { describePaymentNotices } from '#test/kits/payment-notices-kit.ts';
import { braintreeNoticeSkips, openBraintreeNotices } from '#test/support/payment-notices-harnesses.ts';

describePaymentNotices({ name: 'braintree', create: openBraintreeNotices, skip: braintreeNoticeSkips });
