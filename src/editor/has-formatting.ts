import { htmlToNodes, type HtmlParser } from './html-to-nodes.ts';
import { nodesToHtml } from './nodes-to-html.ts';
import { blocksToText, textToBlocks } from './plain-text.ts';

/**
 * Says if the text has more than plain lines, so that the simple editor would lose something at the
 * first change.
 */
export function hasFormatting(html: string, parser?: HtmlParser): boolean {
  const blocks = htmlToNodes(html, parser);
  return nodesToHtml(textToBlocks(blocksToText(blocks))) !== nodesToHtml(blocks) && blocks.length > 0;
}
