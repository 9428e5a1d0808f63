/** Returns whether a text is an ISBN-13: it begins with 978 or 979 and has a valid check digit; hyphens are ignored. */
export function isIsbn(text: string): boolean {
  const digits = text.replaceAll('-', '');
  if (!/^97[89][0-9]{10}$/.test(digits)) return false;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return sum % 10 === 0;
}
