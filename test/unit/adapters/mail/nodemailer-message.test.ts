import { fc, test } from '@fast-check/vitest';
import { createTransport } from 'nodemailer';
import { expect } from 'vitest';
import { toNodemailer } from '#adapters/mail/nodemailer-message.ts';
import { normaliseEmail } from '#core/model/email-address.ts';
import { foreignEmail, htmlEmail } from '#test/arbitraries/arbitrary-email.ts';
import { runs } from '#test/run-length.ts';

const transport = createTransport({ streamTransport: true, buffer: true });

/** No top-level domain is a number, and nodemailer writes `a@99` to `a@0.0.0.99`, as a URL does. */
const endsInNumber = /[@.](?:\d+|0x[0-9a-f]*)$/i;
const acceptedEmail = fc.oneof(
  htmlEmail.filter((email) => !endsInNumber.test(email)),
  foreignEmail,
);

test.prop([acceptedEmail, foreignEmail], { numRuns: runs(50) })(
  'a mail can be sent to every address that the shop accepts, at its ASCII domain',
  async (recipient, readable) => {
    const { envelope, message } = await transport.sendMail(
      toNodemailer({
        id: '0b0b6a4e-5f0e-4a39-9c1e-6f0f6f1d8a11',
        sender: `Meisterhand <${normaliseEmail(readable)}>`,
        replyTo: readable,
        recipient: normaliseEmail(recipient),
        subject: 'Betreff',
        text: 'Text',
        html: '<p>Text</p>',
        attachments: [],
      }),
    );
    // `.a` stands in quotes in SMTP (RFC 5321).
    const sentTo = [envelope.from, envelope.to].flat().map((address) => String(address).replaceAll('"', ''));
    expect(sentTo).toEqual([normaliseEmail(readable), normaliseEmail(recipient)]);
    expect(message.toString()).toMatch(/^\p{ASCII}*$/u);
    expect(message.toString().replaceAll('"', '')).toContain(normaliseEmail(recipient));
  },
);
