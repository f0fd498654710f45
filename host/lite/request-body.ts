/**
 * Library behaviour (0.10.0): bodies of any size are read into memory, however slowly they come. Limits look at
 * `content-length`, which a chunked body does not have.
 *
 * Correction: bodies are counted while they are read, and refused when they are too large or too slow.
 */

export type ReadBody =
  | { bytes: Uint8Array<ArrayBuffer>; problem?: undefined }
  | { bytes?: undefined; problem: { status: 408 | 413; message: string } };

const DEADLINE_MS = 15_000;

/**
 * @param limitBytes a larger body is a problem with status 413
 * @param deadlineMs a body that is not complete by then is a problem with status 408
 */
export async function readBody(request: Request, limitBytes: number, deadlineMs = DEADLINE_MS): Promise<ReadBody> {
  if (!request.body) return { bytes: new Uint8Array() };
  const tooLarge = { problem: { status: 413, message: 'Request body too large' } } as const;
  const announced = Number(request.headers.get('content-length'));
  if (announced > limitBytes) return tooLarge;

  const reader = request.body.getReader();
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), deadlineMs);
  });
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for (;;) {
      const part = await Promise.race([reader.read(), deadline]);
      if (part === 'late') return { problem: { status: 408, message: 'Request body did not arrive in time' } };
      if (part.done) return { bytes: Buffer.concat(chunks, size) };
      size += part.value.byteLength;
      if (size > limitBytes) return tooLarge;
      chunks.push(part.value);
    }
  } finally {
    clearTimeout(timer);
    // After a complete body this changes nothing; otherwise it tells the sender to stop.
    reader.cancel().catch(() => {});
  }
}
