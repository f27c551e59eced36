// Reads what a Slate editor puts on the clipboard. Any page can write the same type of data, so it
// is untrusted: like HTML, it is read by the closed set of nodes, and from unknown nodes only the
// words are kept.

import { fontOf, type HeadingLevel, isAllowedHref, RICH_TEXT_MAX, type RichBlock } from '#domain/rich-text.ts';
import type { SlateBlock, SlateInline, SlateItem, SlateLine, SlateText } from './slate-types.ts';
import { fromSlate } from './slate-value.ts';

/** The longest fragment, in base64, that this editor writes. A longer one comes from elsewhere. */
const FRAGMENT_MAX = 4 * RICH_TEXT_MAX.length;
/** The deepest nesting that is read. Lists ten deep are 30 nodes deep. */
const DEEPEST = 128;
const MARKS = ['strong', 'em', 'u', 's'] as const;

export type PastedFragment = {
  readonly blocks: RichBlock[];
  /** Whether this editor knows every node of the fragment. */
  readonly isOwn: boolean;
};

type NodeFields = Readonly<Record<string, unknown>>;
/** What a node of the fragment becomes: inline nodes that have no block yet, or blocks. */
type Part = SlateInline | SlateBlock;

/**
 * Reads `application/x-slate-fragment`; null when it can't be read. Never throws, for any input.
 */
export function readFragment(encoded: string): PastedFragment | null {
  if (encoded === '' || encoded.length > FRAGMENT_MAX) return null;
  const nodes = parsed(encoded);
  if (!Array.isArray(nodes) || isDeeper(nodes, DEEPEST)) return null;
  const reader = new FragmentReader();
  const blocks = asBlocks(reader.partsOf(nodes));
  const [only] = blocks;
  // Words copied from one item come with the list around them, and are pasted without it.
  const item =
    blocks.length === 1 && only?.type === 'list' && only.children.length === 1 ? only.children[0] : undefined;
  const [line] = item?.children ?? [];
  const isWords = item?.children.length === 1 && line?.type === 'line';
  return {
    blocks: fromSlate(isWords ? [{ type: 'paragraph', children: line.children }] : blocks),
    isOwn: !reader.metUnknown,
  };
}

function parsed(encoded: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(atob(encoded)));
  } catch {
    return null;
  }
}

function isDeeper(nodes: readonly unknown[], depth: number): boolean {
  return nodes.some((node) => {
    const children = isGiven(node) ? node['children'] : null;
    return Array.isArray(children) && (depth === 0 || isDeeper(children, depth - 1));
  });
}

class FragmentReader {
  metUnknown = false;

  partsOf(nodes: unknown): Part[] {
    if (!Array.isArray(nodes)) return [];
    const isBesideWords = nodes.some((node) => isGiven(node) && typeof node['text'] === 'string');
    return nodes.flatMap((node) => this.read(node, isBesideWords));
  }

  private read(node: unknown, isBesideWords: boolean): Part[] {
    if (!isGiven(node)) return [];
    const { type } = node;
    if (typeof node['text'] === 'string' && type === undefined) return [textOf(node, node['text'])];
    const parts = this.partsOf(node['children']);
    const { href, level } = node;
    if (type === 'link' && typeof href === 'string' && isAllowedHref(href)) {
      const words = parts.filter((part): part is SlateText => !('type' in part));
      if (words.length === parts.length) return [{ type, href, children: words }];
    }
    const isHeading = type === 'heading' && isLevel(level);
    if (type === 'paragraph' || isHeading) {
      const inlines = parts.filter(isInline);
      if (inlines.length === parts.length) {
        return [isHeading ? { type: 'heading', level, children: inlines } : { type: 'paragraph', children: inlines }];
      }
    }
    // An item outside a list becomes a list of its own.
    if (type === 'item') return [{ type: 'list', ordered: false, children: [itemOf(parts)] }];
    if (type === 'list') {
      const items = this.itemsOf(node['children']);
      return items.length === 0 ? [] : [{ type, ordered: node['ordered'] === true, children: items }];
    }
    if (type !== 'line') this.metUnknown = true;
    // An unknown node is inline when text stands beside it; otherwise its words get a line of their
    // own.
    return parts.length > 0 && parts.every(isInline) && !isBesideWords
      ? [{ type: 'paragraph', children: parts }]
      : parts;
  }

  private itemsOf(nodes: unknown): SlateItem[] {
    if (!Array.isArray(nodes)) return [];
    return nodes.map((node) =>
      itemOf(this.partsOf(isGiven(node) && node['type'] === 'item' ? node['children'] : [node])),
    );
  }
}

/** Makes an item of parts: words become lines, and lists stay. */
function itemOf(parts: readonly Part[]): SlateItem {
  const children = asBlocks(parts).map((block): SlateItem['children'][number] => {
    return block.type === 'list' ? block : ({ type: 'line', children: block.children } satisfies SlateLine);
  });
  return { type: 'item', children: children.length > 0 ? children : [{ type: 'line', children: [{ text: '' }] }] };
}

/** Turns parts into blocks: inline nodes between blocks become paragraphs. */
function asBlocks(parts: readonly Part[]): SlateBlock[] {
  const blocks: SlateBlock[] = [];
  let line: SlateInline[] = [];
  for (const part of parts) {
    if (isInline(part)) {
      if (line.length === 0) blocks.push({ type: 'paragraph', children: line });
      line.push(part);
    } else {
      blocks.push(part);
      line = [];
    }
  }
  return blocks;
}

function textOf(node: NodeFields, text: string): SlateText {
  const font = typeof node['font'] === 'string' ? fontOf(node['font']) : null;
  const marks = MARKS.filter((mark) => node[mark] === true).map((mark) => [mark, true] as const);
  return { text, ...Object.fromEntries(marks), ...(font === null ? {} : { font }) };
}

function isInline(part: Part): part is SlateInline {
  return !('type' in part) || part.type === 'link';
}

function isLevel(level: unknown): level is HeadingLevel {
  return typeof level === 'number' && Number.isInteger(level) && level >= 1 && level <= 6;
}

function isGiven(node: unknown): node is NodeFields {
  return typeof node === 'object' && node !== null;
}
