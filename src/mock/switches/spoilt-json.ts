type Spoil = (response: Response) => Promise<Response>;

const NUMBER = /("(?:(?:index-)?entry-number|total-[a-z]+)":)"?(\d+)"?/g;

/** beyondSafe writes numbers that a double cannot tell apart: 2^53 is added to each. */
export const beyondSafe = numbersAs((number) => String(2n ** 53n + BigInt(number)));

/** inExponent writes numbers with an exponent, which JSON allows and the API does not: 15e0. */
export const inExponent = numbersAs((number) => `${number}e0`);

/** inHexadecimal writes numbers as texts like 0xf. */
export const inHexadecimal = numbersAs((number) => `"0x${Number(number).toString(16)}"`);

/** inOtherDigits writes numbers as texts in Arabic-Indic digits. */
export const inOtherDigits = numbersAs(
  (number) => `"${number.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))}"`,
);

/** DEEP is how many lists lie in one another in an answer that is too deep. */
export const DEEP = 50_000;

/** tooDeep puts a member `deep` into the first object of an answer: a list in a list, DEEP times. */
export async function tooDeep(response: Response): Promise<Response> {
  const deep = `{"deep":${'['.repeat(DEEP)}${']'.repeat(DEEP)}`;
  return rewritten(response, (text) => text.replace(/\{(?=(\})?)/, (_, end) => (end ? deep : `${deep},`)));
}

/** webPage answers with status 200 and a page of HTML, as a host does that sends every stranger to its front page. */
export async function webPage(response: Response): Promise<Response> {
  const headers = new Headers(response.headers);
  headers.delete('link');
  headers.set('content-type', 'text/html;charset=UTF-8');
  const page = '<!DOCTYPE html><html lang="en"><title>Welcome</title><h1>Welcome</h1></html>\n';
  return new Response(page, { status: 200, headers });
}

function numbersAs(write: (digits: string) => string): Spoil {
  return (response) =>
    rewritten(response, (text) =>
      text.replace(NUMBER, (_, name: string, digits: string) => name + write(digits)),
    );
}

/** Only JSON is rewritten; a table has no members. */
async function rewritten(response: Response, rewrite: (text: string) => string): Promise<Response> {
  if (response.status !== 200 || response.headers.get('content-type') !== 'application/json') return response;
  return new Response(rewrite(await response.text()), response);
}
