/** This process exits with code 7 at its first request. */
process.on('message', () => process.exit(7));
