/** Types for the used part of the package, which has none. */
declare module 'punycode.js' {
  const punycode: {
    /** Decodes the domain of an e-mail address. @throws RangeError for a label that is no Punycode */
    toUnicode(address: string): string;
  };

  export = punycode;
}
