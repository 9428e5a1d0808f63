import { describeCardGateway } from 'meisterhand/kits';
import { openAcmePay } from './harness.ts';

describeCardGateway({ name: 'Acme Pay', create: openAcmePay });
