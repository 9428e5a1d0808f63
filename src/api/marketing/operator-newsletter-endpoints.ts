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
  description: 'Subscribers of the newsletter.',
  operations: {
    exportNewsletter: {
      summary: 'Export the newsletter',
      description:
        'Confirmed addresses only, as CSV: e-mail address, language, time and place of the request, time ' +
        'of the confirmation, and the consent text; times in the Berlin time zone. `X-Row-Count` is the ' +
        'number of addresses. Recorded in the audit log.',
    },
  },
};
