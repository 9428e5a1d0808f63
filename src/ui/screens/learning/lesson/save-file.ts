/** Hands a file to the browser's downloads; an empty name is the server's. */
export function saveFile(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
