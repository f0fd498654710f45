/** `/rest/v1`: the library, behind a limit for bodies (see `request-body.ts`). */
import { readBody } from './request-body.ts';

type Answer = (request: Request, context: { peerAddress: string | null }) => Promise<Response>;

const BODY_BYTES = 1024 * 1024;

export function createRestGateway(library: Answer): Answer {
  return async (request, context) => {
    if (!request.body) return library(request, context);
    const read = await readBody(request, BODY_BYTES);
    if (read.problem) {
      const { status, message } = read.problem;
      return Response.json({ code: `PT${status}`, message, details: null, hint: null }, { status });
    }
    const { url, method, headers } = request;
    return library(new Request(url, { method, headers, body: read.bytes }), context);
  };
}
