/** An error as Supabase Storage writes it: HTTP 400 with the real status in the body. */
export function storageError(statusCode: number, error: string, message: string, status = 400): Response {
  return Response.json(
    { statusCode: String(statusCode), error, message },
    { status, headers: { 'access-control-allow-origin': '*' } },
  );
}
