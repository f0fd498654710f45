/** `/rest/v1`: the library, behind limits for bodies (see `request-body.ts`) and for embedding (see `embedding-limits.ts`). */
import { refuseEmbedding } from './embedding-limits.ts';
import { readBody } from './request-body.ts';

type Answer = (request: Request, context: { peerAddress: string | null }) => Promise<Response>;

const BODY_BYTES = 1024 * 1024;

export function createRestGateway(library: Answer, secretKey: string): Answer {
  return async (request, context) => {
    const refused = refuseEmbedding(request, secretKey);
    if (refused) return refused;
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
