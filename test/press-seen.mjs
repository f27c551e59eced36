// Rule `presses/seen` of .oxlintrc.json, for the browser tests. A press has its effect later than
// the press itself: the command is stored after files were read and a transaction was written. A
// test that goes on to ask the device or the server first awaits what the press shows.

const MESSAGE = 'Await what this press shows before asking: its command may not be stored yet.';

const PRESSES = new Set(['click', 'press', 'tap', 'dblclick']);
const QUESTIONS = new Set(['settled', 'replyPdf', 'get', 'interactions']);

/** The name of the function that a statement awaits, also where its answer is kept. */
function awaited(statement) {
  const expression = statement.type === 'VariableDeclaration' ? statement.declarations[0]?.init : statement.expression;
  if (expression?.type !== 'AwaitExpression' || expression.argument.type !== 'CallExpression') return null;
  const { callee } = expression.argument;
  return callee.type === 'MemberExpression' ? callee.property.name : callee.name;
}

function check({ body }, context) {
  for (const [at, statement] of body.entries()) {
    const before = body[at - 1];
    if (before !== undefined && PRESSES.has(awaited(before)) && QUESTIONS.has(awaited(statement)))
      context.report({ node: before, message: MESSAGE });
  }
}

export default {
  meta: { name: 'presses' },
  rules: {
    seen: {
      meta: { type: 'problem' },
      create: (context) =>
        context.filename.includes('/test/e2e/') ? { BlockStatement: (node) => check(node, context) } : {},
    },
  },
};
