import * as z from 'zod/mini';
import { type AreaDocs, respondsWithFile } from '#api/endpoint.ts';
import { resource } from '#api/json-api.ts';
import { defineOperatorEndpoint } from '#api/operator-endpoint.ts';
import { done } from '#api/success-and-failure.ts';
import {
  listedMailTexts,
  mailTextChanges,
  mailTextFault,
  mailTexts,
  writtenMails,
} from '#core/model/mail-text.ts';
import { locale } from '#core/model/primitives.ts';

const params = z.object({ mail: z.enum(writtenMails) });
const edited = resource('mail_texts', mailTexts);

const listMailTexts = defineOperatorEndpoint({
  name: 'listMailTexts',
  method: 'GET',
  path: '/operator/mail_texts',
  permission: 'catalogue.read',
  response: z.object({ data: z.array(resource('mail_texts', listedMailTexts)) }),
});

const getMailTexts = defineOperatorEndpoint({
  name: 'getMailTexts',
  method: 'GET',
  path: '/operator/mail_texts/:mail',
  permission: 'catalogue.read',
  params,
  response: z.object({ data: edited }),
});

const saveMailTexts = defineOperatorEndpoint({
  name: 'saveMailTexts',
  method: 'PUT',
  path: '/operator/mail_texts/:mail',
  permission: 'catalogue.change',
  params,
  body: z.object({
    /** The version that was read; 0: none. */
    version: z.int().check(z.gte(0), z.lte(1_000_000_000)),
    changes: mailTextChanges,
    publishes: z.boolean(),
  }),
  response: z.object({ data: edited, meta: z.object({ faults: z.array(mailTextFault) }) }),
});

const previewMail = defineOperatorEndpoint({
  name: 'previewMail',
  method: 'GET',
  path: '/operator/mail_texts/:mail/preview',
  permission: 'catalogue.read',
  acceptsHead: false,
  params,
  query: z.object({ locale: z._default(locale, 'de') }),
  ...respondsWithFile('text/html; charset=utf-8'),
});

const tryMail = defineOperatorEndpoint({
  name: 'tryMail',
  method: 'POST',
  path: '/operator/mail_texts/:mail/trials',
  permission: 'catalogue.change',
  params,
  body: z.object({ locale }),
  response: done,
});

export const mailTextEndpoints = { listMailTexts, getMailTexts, saveMailTexts, previewMail, tryMail };

export const mailTextDocs: AreaDocs<keyof typeof mailTextEndpoints> = {
  title: 'Texts of mails, for operators',
  description:
    'Texts of mails, by language and by the names of `mail.json`. Unchanged texts are those of the file.',
  operations: {
    listMailTexts: { summary: 'List mails' },
    getMailTexts: { summary: 'Show the texts of a mail' },
    saveMailTexts: {
      summary: 'Save the texts of a mail',
      description:
        '`changes` are all texts that differ from the file; without any, the file’s texts are used again. ' +
        'Each must have exactly the placeholders of the file’s text: `meta.faults` lists invalid texts, ' +
        'and then nothing is saved. `RECORD_CHANGED`: somebody else has saved in the meantime.',
      failures: ['RECORD_CHANGED'],
    },
    previewMail: {
      summary: 'Preview a mail',
      description: 'With the latest saved texts and example values, without scripts and pictures.',
    },
    tryMail: {
      summary: 'Send a test mail to yourself',
      description: 'The same mail as in the preview. `NOT_POSSIBLE`: an API key has no e-mail address.',
      failures: ['NOT_POSSIBLE'],
    },
  },
};
