import { expect, test } from 'vitest';
import { checkSender, type DnsResolver } from '#server/operations/readiness/check-mail.ts';

type Records = Readonly<Record<string, readonly string[]>>;

const spf = 'v=spf1 include:post.de -all';
const records: Records = {
  'werkhand.de': [spf, 'other=1'],
  '_dmarc.werkhand.de': ['v=DMARC1; p=reject'],
  'eins._domainkey.werkhand.de': ['v=DKIM1; k=rsa; p=MIGf'],
};

const failure = (code: string) => Object.assign(new Error(`queryTxt ${code}`), { code });

/** Returns a resolver for a correct domain with some records changed. */
function resolverWith(changed: Records, mailServers = 1): DnsResolver {
  return {
    async resolveTxt(name) {
      const texts = { ...records, ...changed }[name];
      if (texts === undefined) throw failure('ENODATA');
      // DNS splits a long text into parts.
      return texts.map((text) => [text.slice(0, 8), text.slice(8)]);
    },
    resolveMx: async () => Array.from({ length: mailServers }, () => ({ exchange: 'mx.post.de' })),
  };
}

async function check(resolver: DnsResolver, dkimSelector: string | null = 'eins') {
  const found = await checkSender(resolver, { email: 'kurse@werkhand.de', dkimSelector });
  return found.map(({ weight, subject, problem }) => `${weight} ${subject}: ${problem}`);
}

const everybody = 'wrong mail: the SPF record of werkhand.de allows everybody to send';

test.each<[string, Records, readonly string[]]>([
  ['a correct domain', {}, []],
  ['no SPF', { 'werkhand.de': ['other=1'] }, ['wrong mail: werkhand.de has no SPF record']],
  ['two SPF', { 'werkhand.de': [spf, spf] }, ['wrong mail: werkhand.de has more than one SPF record']],
  ['SPF that ends with +all', { 'werkhand.de': ['v=spf1 +all'] }, [everybody]],
  ['SPF that ends with all', { 'werkhand.de': ['v=spf1 all'] }, [everybody]],
  ['SPF of a service named all', { 'werkhand.de': ['v=spf1 include:all.example -all'] }, []],
  ['SPF that ends with ?all', { 'werkhand.de': ['v=spf1 ?all'] }, [everybody]],
  ['SPF that ends with ~all', { 'werkhand.de': ['v=spf1 ~all'] }, []],
  ['no DMARC', { '_dmarc.werkhand.de': [] }, ['wrong mail: werkhand.de has no DMARC record']],
  [
    'DMARC that does nothing',
    { '_dmarc.werkhand.de': ['v=DMARC1; p=none'] },
    ['look mail: the DMARC policy of werkhand.de is none: forged mails arrive'],
  ],
  ['DMARC of subdomains', { '_dmarc.werkhand.de': ['v=DMARC1; sp=none; p=quarantine'] }, []],
  [
    'a DKIM key that was taken back',
    { 'eins._domainkey.werkhand.de': ['v=DKIM1; p='] },
    ['wrong mail: werkhand.de has no DKIM key of the selector eins'],
  ],
])('%s: the faults of the sender are reported', async (_, changed, found) => {
  expect(await check(resolverWith(changed))).toEqual(found);
});

test('a domain without mail servers and a DKIM key without a selector are reported', async () => {
  expect(await check(resolverWith({}, 0), null)).toEqual([
    'look mail: the DKIM key was not looked up',
    'wrong mail: werkhand.de takes no mails: replies of buyers are lost',
  ]);
});

test('an unavailable name server is one finding, and an unknown name has no records', async () => {
  const throwing = (code: string): DnsResolver => ({
    resolveTxt: () => Promise.reject(failure(code)),
    resolveMx: () => Promise.reject(failure(code)),
  });
  expect(await check(throwing('ETIMEOUT'))).toEqual([
    'wrong mail: werkhand.de could not be looked up: queryTxt ETIMEOUT',
  ]);
  expect(await check(throwing('ENOTFOUND'))).toHaveLength(4);
});
