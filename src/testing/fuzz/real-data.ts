import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatHash, type Hash } from '../../core/hash.ts';
import type { Variant } from '../../core/model.ts';
import { createApp } from '../../mock/app.ts';
import { createRegister } from '../../mock/engine/register.ts';
import { BUNDLED } from '../../mock/registers/bundled.ts';
import { readRsf } from '../../mock/rsf/read-rsf.ts';
import { writeRsf } from '../../mock/rsf/write-rsf.ts';
import type { RegisterSource } from '../../mock/source.ts';
import { sharedRegisters } from '../shared-registers.ts';

/** RealRegister is a register that people keep, or one that comes with the program. */
export interface RealRegister {
  readonly source: RegisterSource;
  /** It as a dump. */
  readonly rsf: string;
  readonly origin: 'bundled' | 'shared';
}

/** AnswerKind says what was asked for. */
export type AnswerKind =
  | 'register'
  | 'records'
  | 'record'
  | 'trail'
  | 'entries'
  | 'entry'
  | 'items'
  | 'item'
  | 'registerProof'
  | 'entryProof'
  | 'consistencyProof'
  | 'snapshot';

/** RealAnswer is a true answer of the mock server about a real register, with what was asked. */
export interface RealAnswer {
  readonly variant: Variant;
  readonly kind: AnswerKind;
  readonly text: string;
  readonly key: string;
  readonly hash: Hash;
  readonly entryNumber: number;
  readonly logSize: number;
}

/** RealData is what targets begin with before they spoil it. */
export interface RealData {
  /** Bundled registers first; those of `../shared/registers` where that folder is. */
  readonly registers: readonly RealRegister[];
  readonly answers: readonly RealAnswer[];
  /** Keys and values of all of them, each once. */
  readonly texts: readonly string[];
}

const TEXTS_AT_MOST = 5_000;

/** loadRealData reads the registers, and asks the mock server about each in both variants. */
export async function loadRealData(): Promise<RealData> {
  const registers: RealRegister[] = BUNDLED.map(({ load }) => {
    const source = load();
    return { source, rsf: [...writeRsf(source)].join(''), origin: 'bundled' };
  });
  for (const file of sharedRegisters === undefined ? [] : readdirSync(sharedRegisters)) {
    if (!file.endsWith('.rsf')) continue;
    const rsf = readFileSync(join(sharedRegisters ?? '', file), 'utf8');
    registers.push({ source: await readRsf([rsf]), rsf, origin: 'shared' });
  }
  const answers: RealAnswer[] = [];
  for (const { source } of registers)
    for (const variant of ['item', 'blob'] as const) answers.push(...(await ask(source, variant)));
  return { registers, answers, texts: textsOf(registers) };
}

async function ask(source: RegisterSource, variant: Variant): Promise<RealAnswer[]> {
  const app = createApp({ registers: new Map([['r', () => source]]) });
  const logSize = source.entries.length;
  const entryNumber = Math.ceil(logSize / 3);
  const { key, itemHashes } = createRegister(source).log(variant).entry(entryNumber);
  const [hash] = itemHashes;
  if (hash === undefined) return [];
  const segment = encodeURIComponent(key);
  const pair = `${entryNumber}/${logSize}`;
  const id = variant === 'item' ? '/merkle:sha-256' : '';
  const proofs = variant === 'item' ? 'proof' : 'proofs';
  const items = variant === 'item' ? 'items' : 'blobs';
  const paths: Partial<Record<AnswerKind, string>> = {
    register: variant === 'item' ? 'register' : 'context',
    records: 'records?page-size=7',
    record: `records/${segment}`,
    trail: `records/${segment}/entries`,
    entries: `entries?start=${entryNumber}&limit=7`,
    entry: `entries/${entryNumber}`,
    items,
    item: `${items}/${formatHash(hash, variant)}`,
    registerProof: `${proofs}/register${id}`,
    entryProof: `${proofs}/entries/${pair}${id}`,
    consistencyProof: `${proofs}/consistency/${pair}${id}`,
    ...(variant === 'blob' && { snapshot: `snapshots/${Math.min(9, logSize)}` }),
  };
  const mount = `http://mock.example/registers/r/${variant === 'item' ? 'v2' : 'earlier'}+small-pages`;
  const answers = await Promise.all(
    Object.entries(paths).map(async ([kind, path]) => {
      const response = await app.fetch(new Request(`${mount}/${path}`));
      const text = await response.text();
      // An entry of several items has no leaf in the earlier variant.
      if (response.status !== 200) return [];
      return [{ variant, kind: kind as AnswerKind, text, key, hash, entryNumber, logSize }];
    }),
  );
  return answers.flat();
}

function textsOf(registers: readonly RealRegister[]): readonly string[] {
  const texts = new Set<string>();
  for (const { source } of registers)
    for (const { key, timestamp, items } of source.entries)
      for (const text of [key, timestamp, ...items.flatMap((item) => [...item.values()].flat())])
        if (text !== null) texts.add(text);
  const all = [...texts];
  const step = Math.max(1, Math.floor(all.length / TEXTS_AT_MOST));
  return all.filter((_, index) => index % step === 0);
}
