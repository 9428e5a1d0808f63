/** A process that takes a wish and dies over it. */
process.on('message', () => process.exit(7));
