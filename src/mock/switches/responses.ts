import { titleOf } from '../http/problem.ts';

/** htmlErrors turns every error into a page of HTML, whatever Accept says. */
export async function htmlErrors(response: Response): Promise<Response> {
  if (response.status < 400) return response;
  return html(response, response.status);
}

/** notFoundHtml answers everything with status 404 and a page of HTML. */
export async function notFoundHtml(response: Response): Promise<Response> {
  return html(response, 404);
}

/** wrongType answers everything with status 200 and plain text, as a server does whose register has no name. */
export async function wrongType(response: Response): Promise<Response> {
  return replace(response, 'Register undefined', 200, 'text/plain;charset=UTF-8');
}

/** truncatedJson sends the first half of every body. */
export async function truncatedJson(response: Response): Promise<Response> {
  const text = await response.text();
  return new Response(text.slice(0, Math.floor(text.length / 2)), response);
}

/** linkHidden sends Link but does not let pages of other origins read it. */
export async function linkHidden(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('access-control-expose-headers');
  return new Response(response.body, { status: response.status, headers });
}

function html(response: Response, status: number): Response {
  const title = titleOf(status);
  const page = `<!DOCTYPE html><html lang="en"><title>${title}</title><h1>${status} ${title}</h1></html>\n`;
  return replace(response, page, status, 'text/html;charset=UTF-8');
}

function replace(response: Response, body: string, status: number, type: string): Response {
  const headers = new Headers(response.headers);
  headers.delete('link');
  headers.set('content-type', type);
  return new Response(body, { status, headers });
}
