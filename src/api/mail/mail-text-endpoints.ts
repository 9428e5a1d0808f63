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
    'What mails say, by language and by the names of `mail.json`. What nobody changed is as in the file.',
  operations: {
    listMailTexts: { summary: 'List mails' },
    getMailTexts: { summary: 'Show the texts of a mail' },
    saveMailTexts: {
      summary: 'Save the texts of a mail',
      description:
        '`changes` are all texts that are not as in the file; without any the file counts again. Each has to have the ' +
        'placeholders of the file’s text, and no others: `meta.faults` names texts that do not fit, and then nothing is ' +
        'saved. `RECORD_CHANGED`: somebody else saved since.',
      failures: ['RECORD_CHANGED'],
    },
    previewMail: {
      summary: 'Preview a mail',
      description: 'With what was saved last and example values, without scripts and pictures.',
    },
    tryMail: {
      summary: 'Send a mail to oneself',
      description: 'As the preview shows it. `NOT_POSSIBLE`: a key has no address.',
      failures: ['NOT_POSSIBLE'],
    },
  },
};
