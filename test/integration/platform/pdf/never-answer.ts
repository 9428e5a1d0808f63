/** This process never responds, like one that draws an endless document. */
process.on('message', () => {});
process.on('disconnect', () => process.exit());
