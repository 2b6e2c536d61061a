import { closeSync, openSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { importTypeScript, prepare, readOptions } from './setup.mjs';

const HELP = `npm run conformance -- <address> [--json FILE] [--markdown FILE] [--rate N] [--only GROUPS] [--hostile]

Checks whether a register server answers as the Append-Only Register Read API says. It only reads.

  <address>        the base address of the register: http://localhost:4181/registers/country/v2
  --json FILE      write the report as JSON; - for standard output, and nothing else there
  --markdown FILE  write it as Markdown
  --rate N         the most requests in a second (default 10)
  --only GROUPS    some of register, records, entries, items, proofs, snapshots and hostile, with commas between
                   them (default all but hostile)
  --hostile        send odd keys, numbers and hashes too

Exits with 0 (every MUST check that applies passes in the groups chosen), 1 (some fail) or 2 (none fails, but some could
not run, an argument was wrong, a report was not saved).`;

const startedIn = process.env.INIT_CWD ?? process.cwd();
const { values, positionals, refuse } = readOptions(
  HELP,
  {
    json: { type: 'string' },
    markdown: { type: 'string' },
    rate: { type: 'string', default: '10' },
    only: { type: 'string' },
    hostile: { type: 'boolean' },
  },
  true,
);
const rate = Number(values.rate);
if (positionals.length !== 1 || !/^https?:\/\//i.test(positionals[0]) || !URL.canParse(positionals[0]))
  refuse('Name one address that begins with http:// or https://.');
if (!(rate > 0)) refuse(`--rate takes a number above 0, not ${values.rate}.`);
const jsonFile = values.json === '-' ? undefined : fileOf('json');
const markdownFile = fileOf('markdown');

prepare();
const { runConformance } = await importTypeScript('src/conformance/run.ts');
const { GROUPS, USUAL_GROUPS } = await importTypeScript('src/conformance/model.ts');
const { OUTCOME_WORDS, VARIANT_WORDS, detailsOf, toJson, toMarkdown, verdictOf } =
  await importTypeScript('src/conformance/report.ts');
const only = values.only?.split(',') ?? USUAL_GROUPS;
const unknown = only.filter((group) => !GROUPS.includes(group));
if (unknown.length > 0) refuse(`--only does not know ${unknown.join(', ')}.`);
const groups = values.hostile ? [...only, 'hostile'] : only;

const base = new URL(positionals[0]).href.replace(/\/+$/, '');
const say = values.json === '-' ? console.error : console.log;
const controller = new AbortController();
process.once('SIGINT', () => controller.abort());

let report;
say(`Checking ${base}, at most ${rate} requests a second. Stop with Ctrl-C.\n`);
const { signal } = controller;
for await (const next of runConformance({ base, fetch, rate, groups, signal })) {
  if (next.variant && !report.variant) say(`${VARIANT_WORDS[next.variant]}, ${next.planned} checks\n`);
  for (const { outcome, level, id, title } of next.results.slice(report?.results.length ?? 0))
    say(`${OUTCOME_WORDS[outcome].padEnd(14)} ${level.padEnd(6)} ${id}: ${title}`);
  report = next;
}

const shown = report.results.filter(({ outcome }) => outcome === 'fail' || outcome === 'could-not-run');
for (const result of shown) {
  say(
    `\n${OUTCOME_WORDS[result.outcome]}: ${result.level} ${result.id}, ${result.endpoint}\n  ${result.title}`,
  );
  for (const [term, text] of detailsOf(result)) say(`  ${term}: ${printable(text)}`);
}
const { sentence, exitCode } = verdictOf(report);
say(`\n${sentence}\nrequests: ${report.requests}`);
process.exitCode = exitCode;
if (values.json === '-') process.stdout.write(toJson(report));
if (jsonFile) save(jsonFile, toJson(report));
if (markdownFile) save(markdownFile, toMarkdown(report));

/** fileOf is the path of the file that an option names, if it does; one that cannot be written ends the command. */
function fileOf(option) {
  const name = values[option];
  if (name === undefined) return undefined;
  const path = resolve(startedIn, name);
  try {
    closeSync(openSync(path, 'a'));
  } catch (error) {
    refuse(`--${option} names a file that cannot be written: ${error.message}.`);
  }
  return path;
}

/** save writes a report. A full disk says nothing about the server. */
function save(path, text) {
  try {
    writeFileSync(path, text);
  } catch (error) {
    console.error(`The report was not saved: ${error.message}.`);
    process.exitCode = 2;
  }
}

/** What a server sent must not move the cursor of a terminal. */
function printable(text) {
  return text.replaceAll(/[^\P{Cc}\n]/gu, '\uFFFD').replaceAll('\n', '\n    ');
}
