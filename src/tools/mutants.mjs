import { parseSync } from 'vite';

const COMPARED = { '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'] };
const BINARY = {
  ...COMPARED,
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
};
const LOGICAL = { '&&': ['||'], '||': ['&&'], '??': ['&&'] };
const ASSIGNED = { '+=': ['-='], '-=': ['+='], '*=': ['/='], '/=': ['*='], '??=': ['='] };
const METHODS = {
  every: 'some',
  some: 'every',
  floor: 'ceil',
  ceil: 'floor',
  pop: 'shift',
  reduceRight: 'reduce',
  push: 'unshift',
};
/** Methods whose call may be left out, so that what they are called on remains. */
const DROPPED = new Set(['reverse', 'slice', 'map', 'flatMap', 'filter']);

/**
 * mutantsOf lists the mutants of a TypeScript module: one small change each, as the text between `start` and `end` (UTF-16 units) and what stands there
 * instead. Types, imports and the texts of errors are left alone. The `id` names a mutant by its line of code, so that it outlives changes around it.
 */
export function mutantsOf(code, fileName) {
  const { program, errors } = parseSync(fileName, code);
  if (errors.length > 0) throw new Error(`${fileName}: ${errors[0].message}`);
  const found = [];
  const note = (operator, { start, end }, becomes) => {
    if (code.slice(start, end) !== becomes) found.push({ operator, start, end, becomes });
  };
  visit(program, undefined, (node, parent) => OPERATORS[node.type]?.(node, { code, note, parent }));
  const seen = new Map();
  return found
    .filter(({ start, end, becomes }) => parses(code.slice(0, start) + becomes + code.slice(end), fileName))
    .map((mutant) => named(mutant, code, seen));
}

function named(mutant, code, seen) {
  const { start, end, becomes } = mutant;
  const lineStart = code.lastIndexOf('\n', start - 1) + 1;
  const text = code.slice(lineStart, code.indexOf('\n', start)).trim();
  const id = `${text} | ${oneLine(code.slice(start, end))} → ${oneLine(becomes) || 'nothing'}`;
  const count = (seen.get(id) ?? 0) + 1;
  seen.set(id, count);
  return {
    ...mutant,
    line: code.slice(0, start).split('\n').length,
    id: count === 1 ? id : `${id} (${count})`,
  };
}

function oneLine(text) {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}

function parses(code, fileName) {
  return parseSync(fileName, code).errors.length === 0;
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

/** OPERATORS say which changes are made to which kind of node. */
const OPERATORS = {
  BinaryExpression: (node, context) => swapOperator(node, BINARY, context),
  LogicalExpression: (node, context) => swapOperator(node, LOGICAL, context),
  AssignmentExpression: (node, context) => swapOperator(node, ASSIGNED, context),
  UnaryExpression(node, { code, note }) {
    if (node.operator === '!' || node.operator === '-') note('unary', node, textOf(node.argument, code));
  },
  ConditionalExpression: ({ test }, context) => decide(test, context),
  IfStatement: ({ test }, context) => decide(test, context),
  WhileStatement: ({ test }, { note }) => note('condition', test, 'false'),
  ForStatement({ test, update }, { note }) {
    if (test) note('condition', test, 'false');
    if (update) note('update', update, '');
  },
  Literal(node, { note, parent }) {
    if (parent?.type === 'Property' && parent.key === node) return;
    if (typeof node.value === 'number') {
      note('constant', node, String(node.value + 1));
      if (node.value > 0) note('constant', node, String(node.value - 1));
    } else if (typeof node.value === 'boolean') note('constant', node, String(!node.value));
    else if (typeof node.value === 'string') note('constant', node, node.value === '' ? "'x'" : "''");
  },
  TemplateLiteral: (node, { note }) => note('constant', node, '``'),
  ArrayExpression({ elements, ...node }, { note }) {
    if (elements.length > 0) note('array', node, '[]');
  },
  ObjectExpression({ properties }, { code, note }) {
    for (const [at, property] of properties.entries()) {
      const next = properties[at + 1];
      const end = next ? next.start : endOfComma(code, property.end);
      note('property', { start: property.start, end }, '');
    }
  },
  ReturnStatement({ argument }, { note }) {
    if (argument) note('return', argument, 'undefined');
  },
  ExpressionStatement: (node, { note }) => note('statement', node, ';'),
  ThrowStatement: (node, { note }) => note('statement', node, ';'),
  ChainExpression: ({ expression }, { code, note }) =>
    note('optional', expression, textOf(expression, code).replace('?.', '.').replace('.[', '[')),
  CallExpression(node, context) {
    callOperators(node, context);
  },
};

function callOperators({ callee, arguments: given, ...node }, { code, note }) {
  if (given.length === 2)
    note(
      'arguments',
      { start: given[0].start, end: given[1].end },
      `${textOf(given[1], code)}, ${textOf(given[0], code)}`,
    );
  if (callee.type !== 'MemberExpression' || callee.computed) return;
  const { name } = callee.property;
  if (Object.hasOwn(METHODS, name)) note('method', callee.property, METHODS[name]);
  if (DROPPED.has(name)) note('method', { start: node.start, end: node.end }, textOf(callee.object, code));
}

function swapOperator({ left, right, operator }, table, { code, note }) {
  // The operator is the only thing between both sides but spaces, brackets and type assertions.
  const between = code.slice(left.end, right.start);
  const start = left.end + between.indexOf(operator);
  for (const other of table[operator] ?? []) note('operator', { start, end: start + operator.length }, other);
}

function decide(test, { note }) {
  note('condition', test, 'true');
  note('condition', test, 'false');
}

function textOf({ start, end }, code) {
  return code.slice(start, end);
}

function endOfComma(code, end) {
  return code[end] === ',' ? end + 1 : end;
}
