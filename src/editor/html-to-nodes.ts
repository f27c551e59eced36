// Reads untrusted HTML into the closed set of nodes that the product knows. This conversion IS the
// sanitiser of the client: nothing is removed from the HTML, but only what the allow-list names is
// read from it (rule C12).

import {
  excessOf,
  type Font,
  fontOf,
  FOREIGN_TEXT_MAX,
  type HeadingLevel,
  isAllowedHref,
  type RichBlock,
  type RichInline,
  type RichItem,
  type RichList,
  type RichMark,
  type RichText,
  SILENT_TAGS,
} from '#domain/rich-text.ts';
import { plainTextOf } from '#domain/plain-text.ts';
import { textToBlocks, keptSpaces } from './plain-text.ts';
import { composed, withoutStray } from '#domain/text.ts';

/** The part of DOMParser that is used. Tests without a browser pass their own. */
export type HtmlParser = { parseFromString(html: string, type: 'text/html'): Document };

/** The receiver of parsed content: the blocks of a document, or one item of a list. */
type Sink = {
  text(raw: string, style: InlineStyle): void;
  lineBreak(): void;
  /** Called where one line ends and the next begins without a `br`. */
  boundary(): void;
  block(kind: BlockKind, fill: () => void): void;
  list(list: RichList): void;
};

type BlockKind = { readonly type: 'paragraph' } | { readonly type: 'heading'; readonly level: HeadingLevel };

const plain: InlineStyle = { marks: [], font: null, href: null };

/** Elements that give no node of their own, but whose contents stand on lines of their own. */
const separate = new Set(
  'address article aside blockquote caption center dd details div dl dt fieldset figcaption figure footer form header hr li main nav pre section summary table tbody td tfoot th thead tr'.split(
    ' ',
  ),
);

const marks: Record<string, RichMark> = {
  strong: 'strong',
  b: 'strong',
  em: 'em',
  i: 'em',
  u: 'u',
  s: 's',
  strike: 's',
  del: 's',
};

/**
 * The deepest nesting whose structure is read; no text needs as much. From deeper elements only the
 * words are kept, so that no nesting can exhaust the stack.
 */
const deepest = 120;

/**
 * Reads HTML into blocks. Scripts and styles are dropped; foreign tags, handlers and addresses
 * other than http(s) and mailto leave only visible words. Never throws, for any input. From a text
 * whose nesting would hold the browser's parser, only the words are read (S23).
 */
export function htmlToNodes(html: string, parser?: HtmlParser): RichBlock[] {
  // From an empty text a parser would make a whole document.
  if (html === '') return [];
  const body = parseForeign(html, parser);
  return Array.isArray(body) ? body : elementToNodes(body);
}

/**
 * Parses untrusted HTML. A text that exceeds the bounds of a parser is not parsed, and its words
 * come as blocks instead (S23).
 */
export function parseForeign(html: string, parser: HtmlParser = new DOMParser()): Element | RichBlock[] {
  if (excessOf(html, FOREIGN_TEXT_MAX) !== null) return textToBlocks(plainTextOf(html));
  return parser.parseFromString(withoutStyles(html), 'text/html').body;
}

/** Reads the content of a parsed element. */
export function elementToNodes(body: Element): RichBlock[] {
  const sink = new BlockSink();
  walkChildren(body, { sink, style: plain, depth: 0 });
  return sink.finish();
}

/**
 * The text of an element's style attribute, which `withoutStyles` has renamed. Parsed styles can't
 * be read, because the page's content policy refuses them.
 */
export function styleTextOf(element: Element): string {
  return element.getAttribute('data-style') ?? element.getAttribute('style') ?? '';
}

/**
 * Renames style attributes before parsing. The page's content policy would not apply them anyway,
 * but it reports every one of them. A tag that is missed here costs a report and nothing else,
 * because the allow-list is read afterwards.
 */
function withoutStyles(html: string): string {
  return html.replace(/<[a-z][^<>]*>/gi, (tag) => tag.replace(/([\s"'/])style(\s*=)/gi, '$1data-style$2'));
}

type Walk = { sink: Sink; style: InlineStyle; depth: number };

function walkChildren(parent: Node, walk: Walk): void {
  for (const child of parent.childNodes) visit(child, walk);
}

function visit(node: Node, walk: Walk): void {
  const { sink, style, depth } = walk;
  if (node.nodeType === 3) return sink.text(node.nodeValue ?? '', style);
  if (node.nodeType !== 1) return;
  const element = node as Element;
  const tag = element.localName;
  if (SILENT_TAGS.has(tag)) return;
  if (depth > deepest) return sink.text(element.textContent ?? '', style);
  const inner = { sink, depth: depth + 1, style: styleOf(element, style) };
  const heading = /^h([1-6])$/.exec(tag);
  if (tag === 'br') sink.lineBreak();
  else if (heading)
    sink.block({ type: 'heading', level: Number(heading[1]) as HeadingLevel }, () => walkChildren(element, inner));
  else if (tag === 'p') sink.block({ type: 'paragraph' }, () => walkChildren(element, inner));
  else if (tag === 'ul' || tag === 'ol') readList(element, inner);
  else if (separate.has(tag)) {
    sink.boundary();
    walkChildren(element, inner);
    sink.boundary();
  } else walkChildren(element, inner);
}

function styleOf(element: Element, style: InlineStyle): InlineStyle {
  const tag = element.localName;
  const mark = Object.hasOwn(marks, tag) ? marks[tag] : undefined;
  if (mark) return withMark(style, mark);
  if (tag === 'span') return { ...style, font: spanFont(element) ?? style.font };
  if (tag === 'a') {
    const href = element.getAttribute('href')?.trim() ?? '';
    return isAllowedHref(href) ? { ...style, href } : style;
  }
  return style;
}

function spanFont(element: Element): Font | null {
  const declared = /(?:^|;)\s*font-family\s*:\s*([^;]+)/i.exec(styleTextOf(element));
  return declared?.[1] ? fontOf(declared[1]) : null;
}

function readList(element: Element, { sink, style, depth }: Walk): void {
  const items: RichItem[] = [];
  const readItem = (nodes: Iterable<Node>) => {
    const item = new ItemSink();
    for (const node of nodes) visit(node, { sink: item, style, depth: depth + 1 });
    return item.finish();
  };
  for (const child of element.childNodes) {
    if ((child as Element).localName === 'li') items.push({ type: 'item', children: readItem(child.childNodes) });
    else {
      const children = readItem([child]);
      const last = items.at(-1);
      const isList = children.length === 1 && children[0] !== undefined && isListNode(children[0]);
      if (last && isList) items[items.length - 1] = { type: 'item', children: [...last.children, ...children] };
      else if (children.length > 0) items.push({ type: 'item', children });
    }
  }
  if (items.length > 0) sink.list({ type: 'list', ordered: element.localName === 'ol', items });
}

function isListNode(node: RichInline | RichList): node is RichList {
  return 'type' in node && node.type === 'list';
}

class BlockSink implements Sink {
  private blocks: RichBlock[] = [];
  private inline = new InlineCollector();
  private kind: BlockKind = { type: 'paragraph' };

  text(raw: string, style: InlineStyle): void {
    this.inline.addText(raw, style);
  }

  lineBreak(): void {
    this.inline.addBreak();
  }

  boundary(): void {
    if (this.inline.isEmpty) return;
    const children = this.inline.take();
    if (children.length > 0) this.blocks.push({ ...this.kind, children });
  }

  block(kind: BlockKind, fill: () => void): void {
    this.boundary();
    const outer = this.kind;
    const before = this.blocks.length;
    this.kind = kind;
    fill();
    this.boundary();
    // An empty paragraph that was written on purpose is a blank line.
    if (this.blocks.length === before) this.blocks.push({ ...kind, children: [] });
    this.kind = outer;
  }

  list(list: RichList): void {
    this.boundary();
    this.blocks.push(list);
  }

  finish(): RichBlock[] {
    this.boundary();
    return this.blocks;
  }
}

class ItemSink implements Sink {
  private parts: (RichInline | RichList)[] = [];
  private inline = new InlineCollector();
  private isBreakDue = false;

  text(raw: string, style: InlineStyle): void {
    if (this.isBreakDue && raw.trim() !== '') this.payBreak();
    this.inline.addText(raw, style);
  }

  lineBreak(): void {
    if (this.isBreakDue) this.payBreak();
    this.inline.addBreak();
  }

  boundary(): void {
    this.isBreakDue = !this.inline.isEmpty;
  }

  block(_kind: BlockKind, fill: () => void): void {
    this.boundary();
    fill();
    this.boundary();
  }

  list(list: RichList): void {
    this.isBreakDue = false;
    this.parts.push(...this.inline.take(), list);
  }

  finish(): (RichInline | RichList)[] {
    return [...this.parts, ...this.inline.take()];
  }

  private payBreak(): void {
    this.isBreakDue = false;
    this.inline.addBreak();
  }
}

/** The style that a text gets from the elements around it: its marks, font and link. */
type InlineStyle = {
  readonly marks: readonly RichMark[];
  readonly font: Font | null;
  readonly href: string | null;
};

type Token = { text: string; style: InlineStyle } | 'break';

const markOrder: readonly RichMark[] = ['strong', 'em', 'u', 's'];

/**
 * Gathers the inline content of one block as a browser would show it: white space collapsed, no
 * space at the edges or beside a break, equal neighbours merged, text in NFC. The same content
 * always gives the same nodes.
 */
export class InlineCollector {
  private tokens: Token[] = [];

  get isEmpty(): boolean {
    return this.tokens.length === 0;
  }

  /** Adds a line of plain text as an editor shows it, with all of its spaces. */
  addShown(line: string, style: InlineStyle): void {
    const last = this.tokens.at(-1);
    this.addText(keptSpaces(line, last === undefined || last === 'break' || last.text.endsWith(' ')), style);
  }

  addText(raw: string, style: InlineStyle): void {
    let text = withoutStray(raw).replace(/[ \t\n\f\r]+/g, ' ');
    const last = this.tokens.at(-1);
    const followsSpace = last === undefined || last === 'break' || last.text.endsWith(' ');
    if (followsSpace && text.startsWith(' ')) text = text.slice(1);
    if (text === '') return;
    if (last !== undefined && last !== 'break' && sameStyle(last.style, style)) last.text += text;
    else this.tokens.push({ text, style });
  }

  addBreak(): void {
    this.trimEnd();
    this.tokens.push('break');
  }

  /**
   * Returns the nodes gathered so far and starts again. A single break is an empty line and gives
   * no node.
   */
  take(): RichInline[] {
    this.trimEnd();
    const tokens = this.tokens;
    this.tokens = [];
    if (tokens.length === 1 && tokens[0] === 'break') return [];
    const nodes: RichInline[] = [];
    for (const token of tokens) {
      if (token === 'break') {
        nodes.push({ type: 'break' });
        continue;
      }
      const { marks, font, href } = token.style;
      const text: RichText = { text: composed(token.text), marks, font };
      const last = nodes.at(-1);
      if (href === null) nodes.push(text);
      else if (last && 'type' in last && last.type === 'link' && last.href === href) {
        nodes[nodes.length - 1] = { ...last, children: [...last.children, text] };
      } else nodes.push({ type: 'link', href, children: [text] });
    }
    return nodes;
  }

  private trimEnd(): void {
    const last = this.tokens.at(-1);
    if (last === undefined || last === 'break') return;
    if (last.text.endsWith(' ')) last.text = last.text.slice(0, -1);
    if (last.text === '') this.tokens.pop();
  }
}

/** The style with one more mark. Marks always stand in the order of `markOrder`. */
function withMark(style: InlineStyle, mark: RichMark): InlineStyle {
  return { ...style, marks: markOrder.filter((one) => one === mark || style.marks.includes(one)) };
}

function sameStyle(a: InlineStyle, b: InlineStyle): boolean {
  return a.font === b.font && a.href === b.href && a.marks.join() === b.marks.join();
}
