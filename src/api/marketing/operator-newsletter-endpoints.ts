import { type AreaDocs, respondsWithFile } from '#api/endpoint.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';

const exportNewsletter = defineOperatorEndpoint({
  name: 'exportNewsletter',
  method: 'GET',
  path: '/operator/newsletter/export',
  permission: 'customers.export',
  needsFreshProof: true,
  acceptsHead: false,
  ...respondsWithFile('text/csv; charset=utf-8'),
});

export const operatorNewsletterEndpoints = { exportNewsletter };

export const operatorNewsletterDocs: AreaDocs<keyof typeof operatorNewsletterEndpoints> = {
  title: 'Newsletter, for operators',
  description: 'Who gets the newsletter.',
  operations: {
    exportNewsletter: {
      summary: 'Export the newsletter',
      description:
        'Confirmed addresses only, as CSV: e-mail, language, when and where it was asked for, when it was confirmed, and ' +
        'the text that was agreed to; times are those of Berlin. Noted in the audit log.',
    },
  },
};
