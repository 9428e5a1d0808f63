import type { PaymentNonce, VerificationSubject } from 'meisterhand/rules';
import type { SandboxFailure, SandboxTokenization, WalletChoice } from '../../frame-messages.ts';

/** The typed card data, which is sent to the gateway only. */
export interface CardDetails {
  readonly cardholder_name: string;
  readonly number: string;
  readonly expiration_month: number;
  readonly expiration_year: number;
  readonly cvv: string;
}

/** The response to a code. After `wrong_code` the shopper may try again. */
type CodeResponse = SandboxTokenization | { readonly outcome: 'wrong_code' };

type CallResult<Body> =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly failure: SandboxFailure };

/** Sends a request to the gateway that served this page. Failures are returned, not thrown. */
async function call<Body>(path: string, body: object, signal: AbortSignal): Promise<CallResult<Body>> {
  let response: Response;
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal,
    });
  } catch {
    return { ok: false, failure: { code: 'NETWORK' } };
  }
  const content: unknown = await response.json().catch(() => null);
  if (response.ok && content !== null) return { ok: true, body: content as Body };
  const failure = content as Partial<SandboxFailure> | null;
  const isNamed = response.status < 500 && typeof failure?.code === 'string';
  return { ok: false, failure: isNamed ? (failure as SandboxFailure) : { code: 'PROVIDER_ERROR' } };
}

/** Checks whether the gateway accepts the client token. Returns null if it does, otherwise the failure. */
export async function confirmClientToken(
  clientToken: string,
  signal: AbortSignal,
): Promise<SandboxFailure | null> {
  const response = await call('/client/configuration', { client_token: clientToken }, signal);
  return response.ok ? null : response.failure;
}

/** Converts card data into a nonce and starts 3-D Secure for it. */
export async function tokenizeCard(
  request: { client_token: string; card: CardDetails; subject: VerificationSubject; lang: string },
  signal: AbortSignal,
): Promise<SandboxTokenization> {
  const { client_token, card, subject, lang } = request;
  const token = await call<{ nonce: string }>('/client/tokenize', { client_token, ...card }, signal);
  if (!token.ok) return { outcome: 'failed', failure: token.failure };
  const lookup = { client_token, nonce: token.body.nonce, lang, ...subject };
  const response = await call<SandboxTokenization>('/client/three_d_secure/lookup', lookup, signal);
  return response.ok ? response.body : { outcome: 'failed', failure: response.failure };
}

/** Requests a nonce for a wallet. */
export async function approveWallet(
  request: { client_token: string; wallet: string; choice: WalletChoice },
  signal: AbortSignal,
): Promise<CallResult<PaymentNonce>> {
  return call<PaymentNonce>('/client/wallets', request, signal);
}

/** Sends the buyer's choice to the bank. Returns false if the gateway could not be reached. */
export async function actForBuyer(id: string, choice: string, signal: AbortSignal): Promise<boolean> {
  return (await call(`/client/actions/${encodeURIComponent(id)}`, { choice }, signal)).ok;
}

/** Sends the typed code of a challenge to the issuer. */
export async function confirmChallenge(
  challengeId: string,
  code: string,
  signal: AbortSignal,
): Promise<CodeResponse> {
  const response = await call<CodeResponse>(
    `/client/challenges/${encodeURIComponent(challengeId)}`,
    { code },
    signal,
  );
  return response.ok ? response.body : { outcome: 'failed', failure: response.failure };
}
