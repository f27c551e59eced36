import './document-fonts.css';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import type { RichBlock, RichInline, RichItem, RichList, RichText, Font, HeadingLevel } from '#domain/rich-text.ts';
import { htmlToNodes } from './html-to-nodes.ts';
import styles from './rich-text.module.css';

/** How a piece of plain text is drawn, for example with the words of a search marked. */
type DrawWords = (words: string) => ReactNode;

const asItIs: DrawWords = (words) => words;

/**
 * Draws a stored text from nodes, never from HTML. `className` can change size and colour; the
 * width stays 70 characters.
 */
export function RichTextView(props: { html: string; className?: string; drawWords?: DrawWords | undefined }) {
  const { html, className = '', drawWords = asItIs } = props;
  const blocks = useMemo(() => htmlToNodes(html), [html]);
  return <div className={`${styles.text} ${className}`}>{drawerWith(drawWords).blocks(blocks)}</div>;
}

function drawerWith(drawWords: DrawWords) {
  const text = (node: RichText, key: number) => <Fragment key={key}>{drawText(node, drawWords)}</Fragment>;

  function block(node: RichBlock, key: number): ReactNode {
    if (node.type === 'list') return list(node, key);
    const children = node.children.length > 0 ? node.children.map(inline) : <br />;
    if (node.type === 'paragraph') return <p key={key}>{children}</p>;
    return createElement(headingTag(node.level), { key, className: styles[`level${node.level}`] }, children);
  }

  function list({ ordered, items }: RichList, key: number): ReactNode {
    return createElement(ordered ? 'ol' : 'ul', { key }, items.map(item));
  }

  function item({ children }: RichItem, key: number): ReactNode {
    return (
      <li key={key}>
        {children.map((child, at) => ('type' in child && child.type === 'list' ? list(child, at) : inline(child, at)))}
      </li>
    );
  }

  function inline(node: RichInline, key: number): ReactNode {
    if (!('type' in node)) return text(node, key);
    if (node.type === 'break') return <br key={key} />;
    return (
      <a key={key} href={node.href} target="_blank" rel="noopener noreferrer nofollow" title="Abre em outra janela">
        {node.children.map(text)}
      </a>
    );
  }

  return { blocks: (nodes: readonly RichBlock[]) => nodes.map(block) };
}

function drawText({ text, marks, font }: RichText, drawWords: DrawWords): ReactNode {
  const marked = marks
    .toReversed()
    .reduce<ReactNode>((inner, mark) => createElement(mark, null, inner), drawWords(text));
  return font ? <span style={{ fontFamily: fontStack(font) }}>{marked}</span> : marked;
}

const serif: readonly Font[] = ['Tinos', 'Merriweather', 'PT Serif', 'Noto Serif', 'Roboto Slab'];

/** The CSS `font-family` of one of the 17 fonts; the faces are declared in document-fonts.css. */
export function fontStack(font: Font): string {
  if (font === 'Inter') return 'var(--font-document)';
  if (font === 'Cousine') return `'${font}', ui-monospace, monospace`;
  return `'${font}', ${serif.includes(font) ? 'serif' : 'sans-serif'}`;
}

/**
 * The tag that draws a heading inside a text. The screen around the text has h1 and h2, so levels 1
 * and 2 both become h3: the tool begins with level 2 (rule C12), and no level between may be left
 * out.
 */
export function headingTag(level: HeadingLevel): string {
  return `h${Math.min(Math.max(level, 2) + 1, 6)}`;
}
