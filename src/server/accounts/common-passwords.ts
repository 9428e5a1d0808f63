/** What people choose most, in German and English, in lower case: whole passwords and the words they decorate. */
const common = new Set(
  `
  password passwort passw0rd p@ssword p@ssw0rd pa55word kennwort geheim geheimnis secret letmein
  letmeinnow welcome willkommen admin administrator root superuser master meister dragon drachen
  monkey affe shadow schatten sunshine sonnenschein princess prinzessin iloveyou ichliebedich iloveu
  liebe liebling schatz schatzi schatzilein hasi mausi football fussball baseball basketball handball
  soccer hockey tennis superman batman spiderman starwars pokemon minecraft fortnite computer internet
  laptop samsung iphone android google facebook youtube instagram whatsapp microsoft windows apple
  macbook nintendo playstation trustno1 whatever freedom freiheit michael michaela thomas daniel
  daniela andreas stefan stephan alexander alexandra christian christina sebastian florian johannes
  matthias patrick benjamin jennifer jessica melanie nicole sabrina stefanie susanne claudia katharina
  charlotte charlie jordan harley hunter ranger buster tigger ginger pepper maggie cookie banana
  chocolate schokolade butterfly schmetterling flower blume blumen sommer winter fruehling frühling
  herbst summer spring autumn january february december januar februar dezember hallo hallohallo
  hallihallo hello helloworld hellokitty goodluck lovely mylove loveme lovelove babygirl angel engel
  angels berlin hamburg muenchen münchen koeln köln frankfurt stuttgart duesseldorf düsseldorf
  dortmund bayern bayernmuenchen schalke borussia deutschland germany oesterreich österreich schweiz
  europa london america mustang ferrari porsche mercedes corvette volkswagen yamaha camaro killer
  hacker ninja samurai pirate wizard zauberer matrix phoenix diamond diamant silver silber golden
  changeme default example testtest test tester testing test1234 guest user username benutzer login
  demo access system server database oracle security sicherheit qwerty qwertz qwertyuiop qwertzuiop
  qwertzui qwertyui asdfgh asdfghj asdfghjk asdfghjkl asdfasdf yxcvbnm zxcvbnm qwer qwerasdf qazwsx
  qayxsw qazwsxedc qayxswedc abc abcd abcde abcdef abcdefg abcdefgh abcdefghi abcabc abc12345 abc123456 abcd1234 a1b2c3d4
  a1b2c3d4e5 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qay2wsx q1w2e3r4 q1w2e3r4t5 zaq12wsx yaq12wsx 1a2b3c4d
  12345678 123456789 1234567890 12341234 123123123 12121212 11223344 1122334455 87654321 987654321
  9876543210 0123456789 01234567 
  13131313 69696969 10203040 112233 11112222 12344321 123454321 147258369
  159753 19801980 19851985 19901990 20002000 20202020 meisterhand masterpass kurs kurse
`
    .trim()
    .split(/\s+/),
);

/**
 * Whether a password is among the common ones (decisions §5): one of the list, one of its words with fewer digits and
 * signs around it ("Sommer2026!"), or a single sign over and over.
 */
export function isCommonPassword(password: string): boolean {
  const lower = password.trim().toLowerCase();
  const word = lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const isDecorated = word.length * 2 >= lower.length && common.has(word);
  return lower === '' || common.has(lower) || isDecorated || /^(.)\1*$/su.test(lower);
}
