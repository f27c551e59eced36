import './document-fonts.css';
import { createElement, Fragment, type ReactNode, useMemo } from 'react';
import type { RichBlock, RichInline, RichItem, RichList, RichText, Font, HeadingLevel } from '#domain/rich-text.ts';
import { htmlToNodes } from './html-to-nodes.ts';
import styles from './rich-text.module.css';

/**
 * A stored text, drawn from nodes and never from HTML. `className` can change size and colour; it
 * stays 70 characters wide.
 */
export function RichTextView({ html, className = '' }: { html: string; className?: string }) {
  const blocks = useMemo(() => htmlToNodes(html), [html]);
  return <div className={`${styles.text} ${className}`}>{blocks.map(drawBlock)}</div>;
}

function drawBlock(block: RichBlock, index: number): ReactNode {
  if (block.type === 'list') return drawList(block, index);
  const children = block.children.length > 0 ? block.children.map(drawInline) : <br />;
  if (block.type === 'paragraph') return <p key={index}>{children}</p>;
  return createElement(headingTag(block.level), { key: index, className: styles[`level${block.level}`] }, children);
}

function drawList({ ordered, items }: RichList, index: number): ReactNode {
  return createElement(ordered ? 'ol' : 'ul', { key: index }, items.map(drawItem));
}

function drawItem({ children }: RichItem, index: number): ReactNode {
  return (
    <li key={index}>
      {children.map((child, at) =>
        'type' in child && child.type === 'list' ? drawList(child, at) : drawInline(child, at),
      )}
    </li>
  );
}

function drawInline(node: RichInline, index: number): ReactNode {
  if (!('type' in node)) return <Fragment key={index}>{drawText(node)}</Fragment>;
  if (node.type === 'break') return <br key={index} />;
  return (
    <a key={index} href={node.href} target="_blank" rel="noopener noreferrer nofollow" title="Abre em outra janela">
      {node.children.map((child, at) => (
        <Fragment key={at}>{drawText(child)}</Fragment>
      ))}
    </a>
  );
}

function drawText({ text, marks, font }: RichText): ReactNode {
  const marked = marks.toReversed().reduce<ReactNode>((inner, mark) => createElement(mark, null, inner), text);
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
 * The tag that draws a heading of a text. The screen around it has h1 and h2, so a text goes on
 * with h3: at level 2, with which the tool begins (rule C12), and at level 1, so that no level
 * between is left out.
 */
export function headingTag(level: HeadingLevel): string {
  return `h${Math.min(Math.max(level, 2) + 1, 6)}`;
}
