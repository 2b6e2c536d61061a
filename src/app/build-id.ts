/**
 * BUILD_ID is the id of this page's build, 32 hexadecimal digits as src/tools/build-id.mjs computes them;
 * undefined in the dev server.
 */
export const BUILD_ID = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content;
