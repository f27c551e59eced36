import type { RichBlock, RichInline, RichItem, RichList, RichMark, RichText } from '#domain/rich-text.ts';
import { htmlToNodes, type HtmlParser } from './html-to-nodes.ts';
import { blocksToText, textToBlocks } from './plain-text.ts';

/**
 * Writes blocks as the HTML that the product stores: only allow-listed tags, with the text escaped.
 * The inverse of htmlToNodes.
 */
export function nodesToHtml(blocks: readonly RichBlock[]): string {
  return blocks.map(blockHtml).join('');
}

function blockHtml(block: RichBlock): string {
  if (block.type === 'list') return listHtml(block);
  const tag = block.type === 'heading' ? `h${block.level}` : 'p';
  return `<${tag}>${block.children.map(inlineHtml).join('') || '<br>'}</${tag}>`;
}

function listHtml({ ordered, items }: RichList): string {
  const tag = ordered ? 'ol' : 'ul';
  return `<${tag}>${items.map(itemHtml).join('')}</${tag}>`;
}

function itemHtml({ children }: RichItem): string {
  const parts = children.map((child) =>
    'type' in child && child.type === 'list' ? listHtml(child) : inlineHtml(child),
  );
  return `<li>${parts.join('')}</li>`;
}

function inlineHtml(node: RichInline): string {
  if (!('type' in node)) return textHtml(node);
  if (node.type === 'break') return '<br>';
  return `<a href="${escapeHtml(node.href)}">${node.children.map(textHtml).join('')}</a>`;
}

function textHtml({ text, marks, font }: RichText): string {
  const marked = marks
    .toReversed()
    .reduce((html: string, mark: RichMark) => `<${mark}>${html}</${mark}>`, escapeHtml(text));
  return font ? `<span style="font-family: '${font}'">${marked}</span>` : marked;
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/**
 * Whether the text has more than plain lines. The simple editor would lose that at the first
 * change.
 */
export function hasFormatting(html: string, parser?: HtmlParser): boolean {
  const blocks = htmlToNodes(html, parser);
  return nodesToHtml(textToBlocks(blocksToText(blocks))) !== nodesToHtml(blocks) && blocks.length > 0;
}
