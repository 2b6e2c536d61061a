import type { LeafRuleId } from '../core/leaf-rules.ts';

const KNOWN: readonly LeafRuleId[] = [
  'item-json',
  'item-json-2016',
  'blob-multihash',
  'blob-hex',
  'blob-digest',
];

/**
 * rememberedLeafRule is the leaf rule of one register, kept in this browser from the first proof that held, so that a later visit cannot be led to another
 * (hashing.md, "Leaf rules are data"). Where storage is refused it lasts as long as the page; what storage holds besides a known rule counts as nothing.
 */
export function rememberedLeafRule(registerId: string): { found: LeafRuleId | undefined } {
  const key = `register-explorer:leaf-rule:${registerId}`;
  let found = read(key);
  return {
    get found() {
      return found;
    },
    set found(rule) {
      found = rule;
      try {
        if (rule !== undefined) localStorage.setItem(key, rule);
      } catch {
        // Storage is full or refused.
      }
    },
  };
}

function read(key: string): LeafRuleId | undefined {
  try {
    const stored = localStorage.getItem(key);
    return KNOWN.find((rule) => rule === stored);
  } catch {
    return undefined;
  }
}
