/** Browsers read the file after the click returns. Milliseconds. */
const KEEP_FILE_MS = 60_000;

/** Has the browser save a file that was made in the page. */
export function saveFile(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_FILE_MS);
}
