import { readFileSync } from 'node:fs';

/**
 * mutantsOf lists the mutants of a TypeScript module: its code with one small change each. Types, imports
 * and the texts of errors are left alone. The `id` names a mutant by its line of code, so that it
 * outlives changes around it.
 */
export function mutantsOf(file, parseSync) {
  const code = readFileSync(file, 'utf8');
  const mutants = [];
  const counts = new Map();
  const change = ({ start, end }, becomes) => {
    const mutated = code.slice(0, start) + becomes + code.slice(end);
    if (mutated === code || parseSync(file, mutated).errors.length > 0) return;
    const text = code.slice(code.lastIndexOf('\n', start - 1) + 1, code.indexOf('\n', start)).trim();
    const id = `${text} | ${oneLine(code.slice(start, end))} → ${oneLine(becomes) || 'nothing'}`;
    const count = (counts.get(id) ?? 0) + 1;
    counts.set(id, count);
    const line = code.slice(0, start).split('\n').length;
    mutants.push({ file, code: mutated, line, id: count === 1 ? id : `${id} (${count})` });
  };
  const textOf = ({ start, end }) => code.slice(start, end);
  visit(parseSync(file, code).program, undefined, (node, parent) =>
    CHANGES[node.type]?.(node, { change, textOf, parent, code }),
  );
  return mutants;
}

function oneLine(text) {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}

/** visit walks over what runs: types are passed over, and so is what an error says. */
function visit(node, parent, look) {
  if (typeof node !== 'object' || node === null) return;
  if (Array.isArray(node)) return node.forEach((member) => visit(member, parent, look));
  const { type } = node;
  if (typeof type !== 'string' || type === 'ImportDeclaration') return;
  if (type.startsWith('TS') && !('expression' in node && type !== 'TSTypeAssertion')) return;
  look(node, parent);
  if (type === 'NewExpression' && node.callee.name?.endsWith('Error')) return;
  for (const [key, child] of Object.entries(node))
    if (!/^(typeAnnotation|typeArguments|typeParameters|returnType)$/.test(key)) visit(child, node, look);
}

/** OPERATORS have what replaces each operator. */
const OPERATORS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
  '??=': ['='],
};
/** METHODS have what replaces each method. */
const METHODS = {
  every: 'some',
  some: 'every',
  floor: 'ceil',
  ceil: 'floor',
  pop: 'shift',
  reduceRight: 'reduce',
  push: 'unshift',
};
/** DROPPED are methods whose call may be left out, so that what they are called on remains. */
const DROPPED = new Set(['reverse', 'slice', 'map', 'flatMap', 'filter']);

function swapOperator({ left, right, operator }, { change, code }) {
  // The operator is the only thing between both sides but spaces, brackets and type assertions.
  const start = left.end + code.slice(left.end, right.start).indexOf(operator);
  for (const other of OPERATORS[operator] ?? []) change({ start, end: start + operator.length }, other);
}

function decide({ test }, { change }) {
  change(test, 'true');
  change(test, 'false');
}

function end({ test, update }, { change }) {
  if (test) change(test, 'false');
  if (update) change(update, '');
}

function leaveOut(node, { change }) {
  change(node, ';');
}

/** CHANGES are made to each kind of node. */
const CHANGES = {
  BinaryExpression: swapOperator,
  LogicalExpression: swapOperator,
  AssignmentExpression: swapOperator,
  ConditionalExpression: decide,
  IfStatement: decide,
  WhileStatement: end,
  ForStatement: end,
  ExpressionStatement: leaveOut,
  ThrowStatement: leaveOut,
  UnaryExpression(node, { change, textOf }) {
    if (node.operator === '!' || node.operator === '-') change(node, textOf(node.argument));
  },
  Literal(node, { change, parent }) {
    const { value } = node;
    if (parent?.type === 'Property' && parent.key === node) return;
    if (typeof value === 'number') change(node, String(value + 1));
    if (typeof value === 'number' && value > 0) change(node, String(value - 1));
    if (typeof value === 'boolean') change(node, String(!value));
    if (typeof value === 'string') change(node, value === '' ? "'x'" : "''");
  },
  TemplateLiteral: (node, { change }) => change(node, '``'),
  ArrayExpression(node, { change }) {
    if (node.elements.length > 0) change(node, '[]');
  },
  ObjectExpression({ properties }, { change, code }) {
    for (const [at, { start, end: last }] of properties.entries()) {
      const next = properties[at + 1]?.start ?? last + (code[last] === ',' ? 1 : 0);
      change({ start, end: next }, '');
    }
  },
  ReturnStatement({ argument }, { change }) {
    if (argument) change(argument, 'undefined');
  },
  ChainExpression: ({ expression }, { change, textOf }) =>
    change(expression, textOf(expression).replace('?.', '.').replace('.[', '[')),
  CallExpression(node, { change, textOf }) {
    const { callee, arguments: given } = node;
    const [first, second] = given;
    if (given.length === 2)
      change({ start: first.start, end: second.end }, `${textOf(second)}, ${textOf(first)}`);
    if (callee.type !== 'MemberExpression' || callee.computed) return;
    const { name } = callee.property;
    if (Object.hasOwn(METHODS, name)) change(callee.property, METHODS[name]);
    if (DROPPED.has(name)) change(node, textOf(callee.object));
  },
};
