/** This process answers no request, as one that draws an endless document. */
process.on('message', () => {});
process.on('disconnect', () => process.exit());
