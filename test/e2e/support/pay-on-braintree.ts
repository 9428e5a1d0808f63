// Import this module before any module that reads the payment provider. Worker processes inherit the variable.
process.env.E2E_PROVIDER = 'braintree';
