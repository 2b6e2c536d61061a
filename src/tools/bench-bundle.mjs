/** bundleOf is a module of this project as a script that puts its exports into a global variable. */
export async function bundleOf(path, name) {
  const { build } = await import('vite');
  const [{ output }] = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, lib: { entry: path, name, formats: ['iife'] } },
  });
  return output[0].code;
}
