import type { Plugin } from 'vite';
import { openApiOf } from '../conformance/openapi.ts';
import { bundledRegisters } from '../mock/registers/bundled.ts';

/** openApi puts the OpenAPI documents of both variants where the mock server has them, for hosts of files: in the browser the mock goes without. */
export function openApi(): Plugin {
  const registers = [...bundledRegisters().keys()];
  return {
    name: 'register-explorer:openapi',
    apply: 'build',
    generateBundle() {
      for (const [variant, name] of [['item', 'v2'] as const, ['blob', 'earlier'] as const])
        this.emitFile({
          type: 'asset',
          fileName: `registers/openapi-${name}.json`,
          source: JSON.stringify(openApiOf(variant, { server: `./{register}/${name}`, registers })),
        });
    },
  };
}
