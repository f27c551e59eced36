import type { RichBlock, RichInline, RichItem, RichList, RichMark, RichText } from '#domain/rich-text.ts';
import { InlineCollector } from './html-to-nodes.ts';
import type { SlateBlock, SlateInline, SlateItem, SlateLine, SlateList, SlateText } from './slate-types.ts';

const markNames: readonly RichMark[] = ['strong', 'em', 'u', 's'];

/** Blocks as a Slate document. It is never empty, because Slate needs a place for the caret. */
export function toSlate(blocks: readonly RichBlock[]): SlateBlock[] {
  const value = blocks.map(slateBlock);
  return value.length > 0 ? value : [{ type: 'paragraph', children: [{ text: '' }] }];
}

/** A Slate document as blocks. Spaces that HTML would swallow become no-break spaces. */
export function fromSlate(value: readonly SlateBlock[]): RichBlock[] {
  return value.map(richBlock);
}

function slateBlock(block: RichBlock): SlateBlock {
  if (block.type === 'list') return slateList(block);
  const children = slateInlines(block.children);
  return block.type === 'heading' ? { type: 'heading', level: block.level, children } : { type: 'paragraph', children };
}

function slateList({ ordered, items }: RichList): SlateList {
  return { type: 'list', ordered, children: items.map(slateItem) };
}

function slateItem({ children }: RichItem): SlateItem {
  const parts: (SlateLine | SlateList)[] = [];
  let line: RichInline[] = [];
  const endLine = () => {
    if (line.length > 0 || parts.length === 0) parts.push({ type: 'line', children: slateInlines(line) });
    line = [];
  };
  for (const child of children) {
    if ('type' in child && child.type === 'list') {
      endLine();
      parts.push(slateList(child));
    } else line.push(child);
  }
  endLine();
  return { type: 'item', children: parts };
}

function slateInlines(nodes: readonly RichInline[]): SlateInline[] {
  const children = nodes.map((node): SlateInline => {
    if (!('type' in node)) return slateText(node);
    if (node.type === 'break') return { text: '\n' };
    return { type: 'link', href: node.href, children: node.children.map(slateText) };
  });
  return children.length > 0 ? children : [{ text: '' }];
}

function slateText({ text, marks, font }: RichText): SlateText {
  return { text, ...Object.fromEntries(marks.map((mark) => [mark, true])), ...(font ? { font } : {}) };
}

function richBlock(block: SlateBlock): RichBlock {
  if (block.type === 'list') return richList(block);
  const children = richInlines(block.children);
  return block.type === 'heading' ? { type: 'heading', level: block.level, children } : { type: 'paragraph', children };
}

function richList({ ordered, children }: SlateList): RichList {
  return { type: 'list', ordered, items: children.map(richItem) };
}

function richItem({ children }: SlateItem): RichItem {
  const nodes: (RichInline | RichList)[] = [];
  // Adjacent lines are one run of inline content with breaks between them, as in the HTML.
  const run = new InlineCollector();
  children.forEach((part, index) => {
    if (part.type === 'list') return void nodes.push(...run.take(), richList(part));
    if (children[index - 1]?.type === 'line') run.addBreak();
    collectAll(run, part.children);
  });
  return { type: 'item', children: [...nodes, ...run.take()] };
}

function richInlines(nodes: readonly SlateInline[]): RichInline[] {
  const collector = new InlineCollector();
  collectAll(collector, nodes);
  return collector.take();
}

function collectAll(collector: InlineCollector, nodes: readonly SlateInline[]): void {
  for (const node of nodes) {
    if ('type' in node) for (const child of node.children) collect(collector, { child, href: node.href });
    else collect(collector, { child: node, href: null });
  }
}

function collect(collector: InlineCollector, { child, href }: { child: SlateText; href: string | null }): void {
  const style = { marks: markNames.filter((mark) => child[mark]), font: child.font ?? null, href };
  child.text.split('\n').forEach((line, index) => {
    if (index > 0) collector.addBreak();
    collector.addShown(line, style);
  });
}
