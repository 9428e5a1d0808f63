/** A process that ends at its first request. */
process.on('message', () => process.exit(7));
