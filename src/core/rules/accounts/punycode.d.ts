/** The part of the package that the shop uses; it has no types of its own. */
declare module 'punycode.js' {
  const punycode: {
    /** Decodes the domain of an e-mail address. @throws RangeError for a label that is no Punycode */
    toUnicode(address: string): string;
  };

  export = punycode;
}
