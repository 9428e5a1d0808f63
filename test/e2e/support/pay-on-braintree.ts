// Imported before anything that asks which provider the shops under test have; the workers inherit it.
process.env.E2E_PROVIDER = 'braintree';
