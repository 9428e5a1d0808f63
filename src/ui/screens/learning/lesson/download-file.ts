/** Downloads a file. With an empty name, the server's file name is used. */
export function downloadFile(address: string, name: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
}
