/** Simulates PayPal's window, in which the shopper approves or cancels the payment. */
const token = new URLSearchParams(window.location.search).get('token');

for (const answer of ['approve', 'cancel'] as const) {
  const button = document.createElement('button');
  button.textContent = answer;
  button.addEventListener('click', () => window.opener?.postMessage({ paypal: token, answer }, '*'));
  document.body.append(button);
}

export {};
