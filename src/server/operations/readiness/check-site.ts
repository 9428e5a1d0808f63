import { connect } from 'node:tls';
import { causeOf, type Finding, findingsOf } from './finding.ts';

const day = 86_400_000;
/** Days before its end by which a certificate should have been renewed. */
const renewed = 14;
const timeoutMilliseconds = 10_000;

/** Checks that the shop's address has a certificate that browsers accept and that does not end soon. */
export async function checkSite(siteUrl: string, now: number): Promise<readonly Finding[]> {
  const { findings, wrong, look } = findingsOf('SITE_URL');
  const { protocol, hostname, port } = new URL(siteUrl);
  if (protocol !== 'https:') return findings;
  try {
    const left = Math.floor(((await endOfCertificate(hostname, Number(port || 443))) - now) / day);
    if (left < renewed)
      wrong(
        `the certificate of ${hostname} ends in ${left} days`,
        'renew it, and let a program do so from now on',
      );
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (/CERT|SELF_SIGNED|UNABLE_TO|ERR_TLS|SSL/.test(code))
      wrong(
        `browsers refuse the certificate of ${hostname}: ${causeOf(error)}`,
        'use one of a public authority for this name',
      );
    else
      look(
        `${hostname} could not be reached over TLS: ${causeOf(error)}`,
        'check DNS and the proxy, then check again',
      );
  }
  return findings;
}

/**
 * Returns when a server's certificate ends, in milliseconds. @throws Node's error if the server is not reached or the
 * certificate is not valid.
 */
function endOfCertificate(host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, servername: host, timeout: timeoutMilliseconds }, () => {
      resolve(Date.parse(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('timeout', () =>
      socket.destroy(new Error(`no response within ${timeoutMilliseconds / 1000} s`)),
    );
  });
}
