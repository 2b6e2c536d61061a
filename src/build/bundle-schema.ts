import { toJsonSchema } from '@valibot/to-json-schema';
import type { Plugin } from 'vite';
import { LEAF_RULE_NAMES } from '../core/leaf-rule-names.ts';
import { BLOB, BUNDLE, HASH } from '../verify/evidence/formats.ts';

/** BUNDLE_SCHEMA is the file that describes a proof bundle for others. */
export const BUNDLE_SCHEMA = 'proof-bundle.schema.json';

const TEXT = { type: 'string' };

/** The two forms that Valibot tests by a function. */
const CUSTOM = new Map<object, object>([
  [HASH, { type: 'string', pattern: '^[0-9a-f]{64}$' }],
  [BLOB, { type: 'object', additionalProperties: { type: ['string', 'array'], items: TEXT } }],
]);

/** DESCRIPTIONS say what the parts of a bundle are, by their paths. */
const DESCRIPTIONS = {
  version: '1, or 2 for an earlier size of the log',
  about: 'what the file is and how it is checked, in words',
  madeAt: 'a time in UTC such as 2026-11-21T12:00:00Z',
  register: 'the register the entry was taken from',
  'register.address': 'the base address of the API',
  'register.place': 'the first segment of the register’s addresses in the page that made the file',
  entry: 'the entry as the server sent it',
  'entry.timestamp': 'the timestamp exactly as sent',
  'entry.itemHashes': 'hashes: 64 hexadecimal digits in lower case, without a prefix',
  items: 'the canonical JSON texts that were hashed, for registers of items',
  blob: 'the normalised blob without its _id, for registers of blobs: names with texts or lists of texts',
  leaf: 'the leaf rule and the bytes it writes the entry as',
  'leaf.bytes': 'pairs of hexadecimal digits in lower case',
  auditPath: 'hashes, from the leaf upwards',
  checkpoint: 'the head that the proof was checked against',
  growth: 'only in version 2: the published head, and the consistency proof from the checkpoint to it',
  'growth.path': 'hashes, as RFC 9162 2.1.4 orders them',
  signed: 'what witnesses signed of the published head',
  'signed.note':
    'a signed note (https://c2sp.org/signed-note) whose text is a checkpoint with this log size and root hash',
  'signed.keys': 'the keys that signed the note, each a verifier key as one line: name+id+key',
  verdicts: 'what the page found when the file was made',
};

interface Described {
  description?: string;
  readonly properties?: Readonly<Record<string, Described>>;
}

/** bundleSchema writes the form of a proof bundle as JSON Schema. Two sizes it cannot compare. */
export function bundleSchema(): object {
  const schema = toJsonSchema(BUNDLE, {
    target: 'draft-2020-12',
    // A list is two schemas: its length is checked first. The test compares the answers of both forms.
    errorMode: 'ignore',
    overrideSchema: ({ valibotSchema }) => CUSTOM.get(valibotSchema),
  }) as Described;
  for (const [path, description] of Object.entries(DESCRIPTIONS)) {
    const part = path.split('.').reduce<Described | undefined>((at, name) => at?.properties?.[name], schema);
    if (part === undefined) throw new Error(`A proof bundle has no ${path}.`);
    part.description = description;
  }
  const title = 'Register proof bundle, versions 1 and 2';
  const versions = [
    { properties: { version: { const: 1 }, growth: false } },
    { properties: { version: { const: 2 } }, required: ['growth'] },
  ];
  const variants = [ofVariant('item', 'items', 'blob'), ofVariant('blob', 'blob', 'items')];
  return { title, ...schema, allOf: [{ anyOf: versions }, { anyOf: variants }] };
}

/** ofVariant is a bundle of a variant: with its data, and one of its leaf rules. */
function ofVariant(variant: 'item' | 'blob', data: string, other: string): object {
  const rules = LEAF_RULE_NAMES.filter((rule) => rule.variant === variant).map(({ id }) => id);
  return {
    required: [data],
    properties: {
      register: { properties: { variant: { const: variant } } },
      leaf: { properties: { rule: { enum: rules } } },
      [other]: false,
    },
  };
}

/** bundleSchemaText is the text of that file. */
export function bundleSchemaText(): string {
  return `${JSON.stringify(bundleSchema(), null, 2)}\n`;
}

/** describeBundles writes the file beside the page, where the page offers it to be saved. */
export function describeBundles(): Plugin {
  return {
    name: 'register-explorer:bundle-schema',
    configureServer({ config, middlewares }) {
      middlewares.use(config.base + BUNDLE_SCHEMA, (_request, response) =>
        response.setHeader('content-type', 'application/json').end(bundleSchemaText()),
      );
    },
    generateBundle() {
      this.emitFile({ type: 'asset', fileName: BUNDLE_SCHEMA, source: bundleSchemaText() });
    },
  };
}
