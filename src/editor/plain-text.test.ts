import { JSDOM } from 'jsdom';
import { expect, it } from 'vitest';
import { htmlToNodes } from './html-to-nodes.ts';
import { nodesToHtml } from './nodes-to-html.ts';
import { blocksToText, textToBlocks } from './plain-text.ts';

const parser = new new JSDOM().window.DOMParser();

it('blocksToText writes blocks as lines, lists with their signs', () => {
  const html = '<h2>Aviso</h2><p>a<br>b</p><ol><li>um<ul><li>dois</li></ul></li><li>três</li></ol>';
  expect(blocksToText(htmlToNodes(html, parser))).toBe('Aviso\na\nb\n1. um\n   - dois\n2. três');
});

it('textToBlocks reads lines as paragraphs in NFC, and blank lines as blank', () => {
  expect(nodesToHtml(textToBlocks('Ofi\u0301cio\r\n\nb'))).toBe('<p>Ofício</p><p><br></p><p>b</p>');
});
