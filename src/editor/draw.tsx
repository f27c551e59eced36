import { createElement } from 'react';
import type { RenderElementProps, RenderLeafProps, RenderPlaceholderProps } from 'slate-react';
import styles from './editor.module.css';
import { fontStack } from './font-stack.ts';
import { headingTag } from './heading-tag.ts';
import textStyles from './rich-text.module.css';
import type { MarkName, SlateText } from './slate-types.ts';

const markNames: readonly MarkName[] = ['s', 'u', 'em', 'strong'];

/** Draws an element while it is edited, in the same look as the reader's. */
export function drawElement({ attributes, children, element }: RenderElementProps) {
  switch (element.type) {
    case 'heading':
      return createElement(
        headingTag(element.level),
        { ...attributes, className: textStyles[`level${element.level}`] },
        children,
      );
    case 'list':
      return createElement(element.ordered ? 'ol' : 'ul', attributes, children);
    case 'item':
      return <li {...attributes}>{children}</li>;
    case 'line':
      return <div {...attributes}>{children}</div>;
    case 'link':
      return (
        <a {...attributes} href={element.href} title={element.href}>
          {children}
        </a>
      );
    case 'paragraph':
      return <p {...attributes}>{children}</p>;
  }
}

/** Draws a run of text with its marks and font. */
export function drawLeaf({ attributes, children, leaf }: RenderLeafProps) {
  const text = leaf as SlateText;
  const marked = markNames.reduce<React.ReactNode>(
    (inner, mark) => (text[mark] ? createElement(mark, null, inner) : inner),
    children,
  );
  return (
    <span {...attributes} {...(text.font ? { style: { fontFamily: fontStack(text.font) } } : {})}>
      {marked}
    </span>
  );
}

/** The placeholder in readable ink, within the padding. Slate's own is too pale, and as wide as the box beside it. */
export function drawPlaceholder({ attributes, children }: RenderPlaceholderProps) {
  const style = { ...attributes.style, opacity: 1, top: 12, width: 'auto', maxWidth: 'calc(100% - 28px)' };
  return (
    <span {...attributes} style={style} className={styles.placeholder}>
      {children}
    </span>
  );
}
