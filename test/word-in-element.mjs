// Rule `words/in-element` of .oxlintrc.json. A browser that translates a page puts each text node
// into an element of its own. React then fails to insert or to remove a sibling of that text, and
// the whole screen goes. Beside anything that can change, a word stands in an element; and so does
// each word of a fragment, whose siblings stand in another place.

const MESSAGE = 'Put this text into an element: what stands beside it, or in its place, can change.';

/** Whether a child can come, go or become another element while its parent stays. */
function canChange(child) {
  if (child.type === 'JSXExpressionContainer')
    return child.expression.type === 'ConditionalExpression' || child.expression.type === 'LogicalExpression';
  return child.type === 'JSXElement' && child.openingElement.name.name === 'Icon';
}

const ELEMENTS = new Set([
  'JSXElement',
  'JSXFragment',
  'ConditionalExpression',
  'LogicalExpression',
  'JSXEmptyExpression',
]);

/**
 * Variables and props that hold words. Others may hold elements, which the source does not tell.
 */
const WORDS = /^(?:label|text|title|name|words?|ticket|meaning|verb|time|who|why|short|tail|rest|foot|sentence)$/;

/** Props and calls that hold or make elements. */
const DRAWN = /^(?:map|draw|children|tabsAround|cards|more|parts|input|dialog|overlays)$/;

/** Whether a child is drawn as a text node. */
function isBareText(child) {
  if (child.type === 'JSXText') return child.value.trim() !== '';
  return child.type === 'JSXExpressionContainer' && isText(child.expression);
}

function isText(expression) {
  if (expression.type === 'ChainExpression') return isText(expression.expression);
  if (expression.type === 'ConditionalExpression') return isText(expression.consequent) || isText(expression.alternate);
  if (expression.type === 'LogicalExpression') return isText(expression.right);
  if (expression.type === 'Identifier') return WORDS.test(expression.name);
  if (expression.type === 'CallExpression') return !isDrawn(expression.callee);
  if (expression.type === 'MemberExpression') return !DRAWN.test(expression.property.name);
  if (expression.type === 'Literal') return typeof expression.value === 'string' && expression.value.trim() !== '';
  return !ELEMENTS.has(expression.type);
}

/** Whether a call makes elements. */
function isDrawn(callee) {
  const { name } = callee.type === 'MemberExpression' ? callee.property : callee;
  return DRAWN.test(name);
}

function check(node, context) {
  const children = node.children.filter((child) => child.type !== 'JSXText' || child.value.trim() !== '');
  if (node.type === 'JSXElement' && (children.length < 2 || !children.some(canChange))) return;
  for (const child of children) if (isBareText(child)) context.report({ node: child, message: MESSAGE });
}

/** Where an element takes the place of a word, the word is removed from where it no longer is. */
function checkBranches({ consequent, alternate }, context) {
  for (const [word, other] of [
    [consequent, alternate],
    [alternate, consequent],
  ])
    if (other.type === 'JSXElement' && isText(word)) context.report({ node: word, message: MESSAGE });
}

export default {
  meta: { name: 'words' },
  rules: {
    'in-element': {
      meta: { type: 'problem' },
      create: (context) => ({
        JSXElement: (node) => check(node, context),
        JSXFragment: (node) => check(node, context),
        ConditionalExpression: (node) => checkBranches(node, context),
      }),
    },
  },
};
