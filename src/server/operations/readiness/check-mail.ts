import { causeOf, type Finding, findingsOf } from './finding.ts';

/** The part of Node's resolver that the check uses; records as Node returns them. */
export interface DnsResolver {
  resolveTxt(name: string): Promise<string[][]>;
  resolveMx(name: string): Promise<readonly { readonly exchange: string }[]>;
}

interface Sender {
  /** Sender address of mails. */
  readonly email: string;
  /** Selector of the DKIM key, as the mail service shows it; null if not given. */
  readonly dkimSelector: string | null;
}

/**
 * Checks the sender's domain for SPF (RFC 7208), DKIM (RFC 6376) and DMARC (RFC 7489), without which mails are refused
 * or treated as spam, and for a mail server that receives replies.
 */
export async function checkSender(
  names: DnsResolver,
  { email, dkimSelector }: Sender,
): Promise<readonly Finding[]> {
  const { findings, wrong, look } = findingsOf('mail');
  const domain = email.split('@')[1] ?? email;
  const texts = async (name: string) => (await known(names.resolveTxt(name))).map((parts) => parts.join(''));
  try {
    const policies = (await texts(domain)).filter((text) => /^v=spf1(?:\s|$)/i.test(text));
    if (policies.length !== 1)
      wrong(
        `${domain} has ${policies.length === 0 ? 'no' : 'more than one'} SPF record`,
        `publish one TXT record "v=spf1 …" that names the mail service`,
      );
    // Without a qualifier, `all` means `+all`.
    else if (/\s[+?]?all\b/i.test(policies[0] ?? ''))
      wrong(`the SPF record of ${domain} allows everybody to send`, 'end it with ~all or -all');
    const dmarc = (await texts(`_dmarc.${domain}`)).filter((text) => /^v=DMARC1\b/i.test(text));
    if (dmarc.length !== 1)
      wrong(
        `${domain} has no DMARC record`,
        `publish a TXT record _dmarc.${domain} such as "v=DMARC1; p=quarantine"`,
      );
    else if (/;\s*p\s*=\s*none\b/i.test(dmarc[0] ?? ''))
      look(`the DMARC policy of ${domain} is none: forged mails arrive`, 'set p=quarantine or p=reject');
    if (dkimSelector === null) look('the DKIM key was not looked up', 'name its selector: --dkim SELECTOR');
    else if (
      !(await texts(`${dkimSelector}._domainkey.${domain}`)).some((text) => /\bp=[A-Za-z0-9+/]/.test(text))
    )
      wrong(
        `${domain} has no DKIM key of the selector ${dkimSelector}`,
        `publish the key of the mail service at ${dkimSelector}._domainkey.${domain}`,
      );
    if ((await known(names.resolveMx(domain))).length === 0)
      wrong(`${domain} takes no mails: replies of buyers are lost`, 'publish an MX record');
  } catch (error) {
    wrong(`${domain} could not be looked up: ${causeOf(error)}`, 'check the network and DNS of this machine');
  }
  return findings;
}

/** Returns the records; none if the name does not exist or has no records of the type. */
async function known<Records>(asked: Promise<readonly Records[]>): Promise<readonly Records[]> {
  try {
    return await asked;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENODATA' || code === 'ENOTFOUND') return [];
    throw error;
  }
}
