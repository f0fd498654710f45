/**
 * Reads CSV as RFC 4180 defines it, and throws at what is not: a quote inside of a bare cell, a bare line feed or
 * carriage return, text after a closing quote, no line break at the end.
 */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const record: string[] = [];
    for (;;) {
      const [cell, end] = text[at] === '"' ? quotedCell(text, at) : bareCell(text, at);
      record.push(cell);
      at = end;
      if (text[at] === ',') at += 1;
      else break;
    }
    if (!text.startsWith('\r\n', at)) throw new Error(`No end of a record at ${at}: ${text.slice(at, at + 20)}`);
    at += 2;
    records.push(record);
  }
  return records;
}

function quotedCell(text: string, start: number): [string, number] {
  let cell = '';
  for (let at = start + 1; at < text.length; at += 1) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') {
      cell += '"';
      at += 1;
    } else return [cell, at + 1];
  }
  throw new Error(`No closing quote after ${start}`);
}

function bareCell(text: string, start: number): [string, number] {
  const [cell = ''] = /^[^,"\r\n]*/.exec(text.slice(start)) ?? [];
  return [cell, start + cell.length];
}
