// What other programs put on the clipboard, in their manner, and what is to be sent of it.

export type Clipboard = {
  readonly name: string;
  /** By media type. */
  readonly data: Readonly<Record<string, string>>;
  /** As the server keeps it. */
  readonly sent: string;
};

const html = (name: string, written: string, sent: string): Clipboard => ({
  name,
  data: { 'text/html': written },
  sent,
});

/** A paragraph of a list as Word writes it. */
const word = (sign: string, words: string, list = 'l0 level1') =>
  `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:${list} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}<o:p></o:p></p>`;
const fromWord = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=Generator content="Microsoft Word 15"></head><body lang=PT-BR><!--StartFragment-->${body}<!--EndFragment--></body></html>`;

/** None of them ends in a list, so that the next one begins in a paragraph. */
export const CLIPBOARDS: readonly Clipboard[] = [
  html(
    'Word: an ordinance',
    fromWord(
      word('Art. 1º', 'Fica criada:') +
        word('I –', 'uma comissão;', 'l1 level1') +
        word('a)', 'com prazo.', 'l2 level2') +
        word('§ 1º', 'Vigora hoje.', 'l3 level1'),
    ),
    '<p>Art. 1º Fica criada:</p><p>I – uma comissão;</p><p>a) com prazo.</p><p>§ 1º Vigora hoje.</p>',
  ),
  html(
    'Word: a list that goes on after a paragraph',
    fromWord(`${word('1.', 'um')}${word('2.', 'dois')}<p class=MsoNormal>entre</p>${word('3.', 'três')}`),
    '<ol><li>um</li><li>dois</li></ol><p>entre</p><p>3. três</p>',
  ),
  html(
    'Word: a title, marks and raised numbers',
    fromWord(
      '<p class=MsoTitle>Portaria 12</p><p class=MsoNormal><b>Área</b> de <i>10<sup>3</sup></i> m<sup>2</sup>, H<sub>2</sub>O</p>',
    ),
    '<h1>Portaria 12</h1><p><strong>Área</strong> de <em>10³</em> m², H₂O</p>',
  ),
  html(
    'Word: bullets in two levels',
    fromWord(`${word('·', 'a')}${word('o', 'b', 'l0 level2')}<p class=MsoNormal>Fim</p>`),
    '<ul><li>a<ul><li>b</li></ul></li></ul><p>Fim</p>',
  ),
  html(
    'Google Docs: a list from 3, and letters',
    '<b style="font-weight:normal" id="docs-internal-guid-1"><ol start="3"><li style="list-style-type:decimal" aria-level="1"><p role="presentation"><span>três</span></p></li><ol><li style="list-style-type:lower-alpha" aria-level="2"><p>letra</p></li></ol></ol></b>',
    '<p>3. três</p><p>a. letra</p>',
  ),
  html(
    'Google Docs: marks that are styles',
    '<b style="font-weight:normal" id="docs-internal-guid-2"><p><span style="font-weight:700">forte</span> <span style="font-style:italic">leve</span></p></b>',
    '<p><strong>forte</strong> <em>leve</em></p>',
  ),
  html(
    'LibreOffice: romans',
    '<ol type="I" start="7"><li><p>sete</p></li><li><p>oito</p></li></ol>',
    '<p>VII. sete</p><p>VIII. oito</p>',
  ),
  html(
    'a mail: a blank line, an emoji, a quotation',
    '<div dir="ltr"><div>Bom dia,</div><div><br></div><div>Segue <img src="https://mail.example/1f44d" alt="👍" data-emoji="👍"></div><blockquote><div>citado</div></blockquote></div>',
    '<p>Bom dia,</p><p><br></p><p>Segue 👍</p><p>citado</p>',
  ),
  {
    name: 'a chat: lines and an emoji',
    data: {
      'text/html':
        '<span style="white-space: pre-wrap;">Bom dia\nRua 3 <img class="emoji" alt="🚧" src="data:,"> hoje</span>',
      'text/plain': 'Bom dia\nRua 3 🚧 hoje',
    },
    sent: '<p>Bom dia<br>Rua 3 🚧 hoje</p>',
  },
  {
    name: 'a terminal: lines as they stand',
    data: { 'text/html': '<pre>um\n  dois</pre>', 'text/plain': 'um\n  dois' },
    sent: '<p>um<br>\u00a0 dois</p>',
  },
  html(
    'a sheet: rows of a table',
    '<table><tr><th>Item</th><th>Valor</th></tr><tr><td>1</td><td><b>R$ 10</b></td></tr></table>',
    '<p>Item | Valor</p><p>1 | <strong>R$ 10</strong></p>',
  ),
  html(
    'boxes of tasks',
    '<ul><li role="checkbox" aria-checked="true"><p>feito</p></li><li role="checkbox" aria-checked="false"><p>falta</p></li></ul>',
    '<p>☑ feito</p><p>☐ falta</p>',
  ),
  html(
    'a page: a list, and a link that runs a program',
    '<ol><li>um</li><li>dois</li></ol><p><a href="https://pmvi.example/">aqui</a> <a href="javascript:alert(1)">não</a></p>',
    '<ol><li>um</li><li>dois</li></ol><p><a href="https://pmvi.example/">aqui</a> não</p>',
  ),
  {
    name: 'another editor of the same make',
    data: {
      'application/x-slate-fragment': btoa(
        encodeURIComponent(JSON.stringify([{ type: 'quadro', children: [{ text: 'palavras' }] }])),
      ),
      // Firefox pastes nothing of a clipboard that has only a kind of its own.
      'text/plain': 'palavras',
    },
    sent: '<p>palavras</p>',
  },
  { name: 'words alone, in lines', data: { 'text/plain': 'primeira\nsegunda' }, sent: '<p>primeira</p><p>segunda</p>' },
];

/** Of which the picture can't come, and is told. */
export const WITH_PICTURE: Clipboard = html(
  'Word: a signature that is a picture',
  fromWord(
    '<p class=MsoNormal>Assinado:</p><p class=MsoNormal><![if !vml]><img width=200 height=80 src="file:///C:/x.png" alt="assinatura"><![endif]></p><p class=MsoNormal>Fulano</p>',
  ),
  '<p>Assinado:</p><p><br></p><p>Fulano</p>',
);

/**
 * A script that makes the next Ctrl+C put `argument`, media types with their text, on the
 * clipboard.
 */
export const COPY_NEXT = `addEventListener('copy', (event) => {
  event.preventDefault();
  event.stopImmediatePropagation();
  for (const [type, words] of Object.entries(argument)) event.clipboardData.setData(type, words);
}, { capture: true, once: true })`;
