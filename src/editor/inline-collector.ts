import type { Font, RichInline, RichMark, RichText } from '#domain/rich-text.ts';
import { composed, withoutStray } from '#domain/text.ts';
import { keptSpaces } from './kept-spaces.ts';

/** What the surrounding elements say about a text: its marks, font and link. */
export type InlineStyle = {
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

  /** Text as an editor shows it, which swallows no space. */
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
   * Answers the nodes gathered so far and begins anew. A single break stands for an empty line and
   * gives no node.
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

/** The style with one more mark, in the fixed order. */
export function withMark(style: InlineStyle, mark: RichMark): InlineStyle {
  return { ...style, marks: markOrder.filter((one) => one === mark || style.marks.includes(one)) };
}

function sameStyle(a: InlineStyle, b: InlineStyle): boolean {
  return a.font === b.font && a.href === b.href && a.marks.join() === b.marks.join();
}
