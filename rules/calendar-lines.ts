/** RFC 5545, section 3.1: no line is longer, without its line break. */
const LINE_OCTETS = 75;

/** An iCalendar file whose library folds by characters: the standard counts octets, and a name in Devanagari has three each. */
export function refoldCalendar(file: string): string {
  return file
    .replaceAll('\r\n\t', '')
    .split('\r\n')
    .map((line) => fold(line))
    .join('\r\n');
}

function fold(line: string): string {
  const encoder = new TextEncoder();
  let folded = '';
  let octets = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (octets + size > LINE_OCTETS) {
      folded += '\r\n ';
      octets = 1;
    }
    folded += character;
    octets += size;
  }
  return folded;
}
