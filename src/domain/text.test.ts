import { describe, expect, it } from 'vitest';
import { decideCreate, type CreateIntent } from './decide-create.ts';
import { displayName } from './files.ts';
import { judgePassword } from './passwords.ts';
import { hasText } from './plain-text.ts';
import { fold, matchesSearch, searchTextOf } from './search.ts';
import { judgeTags, normalizeTag } from './tags.ts';
import { acronymOf, composed, emailOf, isBlank, lineOf, opaquePassword, proseOf } from './text.ts';
import { ticketOf } from './ticket.ts';
import { numbersWithTicket } from './ticket-words.ts';

const points = (...codes: number[]): string => String.fromCodePoint(...codes);
const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => points(from + index));

/** No font shows these characters, so a text of them alone counts as empty. */
const UNSEEN = [
  '\u00ad',
  '\u034f',
  '\u061c',
  '\u115f',
  '\u1160',
  '\u17b4',
  '\u180e',
  '\u2800',
  '\u3164',
  '\uffa0',
  '\ufeff',
  ...range(0x200b, 0x200f),
  ...range(0x2028, 0x202e),
  ...range(0x2060, 0x2069),
  ...range(0xfe00, 0xfe0f),
  ...range(0xfff9, 0xfffb),
  points(0xe0001),
  ...range(0xe0020, 0xe007f),
  points(0xe0100),
  ' ',
  '\u00a0',
  '\u3000',
  '\t',
  '\n',
  '\u0007',
  '\u0085',
];
const BIDI = ['\u061c', '\u200e', '\u200f', ...range(0x202a, 0x202e), ...range(0x2066, 0x2069)];
const NFD = 'São João'.normalize('NFD');

describe('what shows nothing', () => {
  it('is no text, each character and all of them together', () => {
    expect(UNSEEN.filter((character) => !isBlank(character))).toEqual([]);
    expect(isBlank(UNSEEN.join(''))).toBe(true);
    expect(isBlank('')).toBe(true);
    expect(['a', 'º', '…', '❤️', '\u200ba'].filter(isBlank)).toEqual([]);
  });

  it('is nothing in any of the forms', () => {
    for (const character of UNSEEN) {
      for (const form of [lineOf, proseOf, acronymOf, emailOf]) expect(form(character)).toBe('');
    }
  });

  it('is no content of a rich text', () => {
    expect(UNSEEN.filter((character) => hasText(`<p>${character}</p><ul><li>${character}</li></ul>`))).toEqual([]);
    expect(hasText('<p>\u200bSegue.</p>')).toBe(true);
  });

  it('is no title, no number and no tag of a document', () => {
    const intent: CreateIntent = {
      today: '2026-11-21',
      originOrganizationId: 1,
      subject: { window: null, exemptOrganizationIds: [], active: true },
      title: '\u2060\u2800',
      physicalDocumentNumber: '\u200e',
      limitDate: '2026-12-01',
      hasText: true,
      files: [{ name: 'a.pdf', size: 1 }],
      tags: [{ title: '\u200b', type: 'keyword', userId: null }],
      responsibles: [{ id: 1, active: true, organizationId: 1 }],
      organizations: [{ id: 1, active: true }],
      isException: false,
    };
    const decision = decideCreate(intent);
    expect(decision).toMatchObject({ kind: 'refused' });
    expect('refusals' in decision && decision.refusals).toEqual([
      { code: 'required', field: 'title' },
      { code: 'required', field: 'physical_document_number' },
      { code: 'required', field: 'tags' },
    ]);
  });
});

describe('a line', () => {
  it('is in NFC, without line breaks, control and bidirectional characters and what hides between letters', () => {
    expect(lineOf(`  ${NFD}\r\nUrgente\u0000 \u202efdp `)).toBe('São João Urgente  fdp');
    for (const mark of BIDI) expect(lineOf(`a${mark}b`)).toBe('ab');
    expect(lineOf('a\u200bb\u00adc\u2060d\ufeffe')).toBe('abcde');
    expect(lineOf('e\u200b\u0301')).toBe('é');
  });

  it('keeps what joins its neighbours and what a person writes', () => {
    for (const text of ['👩\u200d🏫', '❤\ufe0f', 'Ofício  nº 12/2026 — “urgente”', 'd’Ávila', 'اب\u200cج']) {
      expect(lineOf(text)).toBe(text);
    }
  });

  it('and prose alike, but prose keeps its lines', () => {
    expect(proseOf(`${NFD}\r\n\tdois\u202e\u0007 `)).toBe('São João\n\tdois');
    expect(proseOf('um\rdois\r\n\r\ntrês')).toBe('um\ndois\n\ntrês');
    expect(proseOf('um\u2028dois\u2029três')).toBe('um\ndois\ntrês');
  });
});

describe('acronyms and e-mails', () => {
  it('have no character that is not seen', () => {
    expect(acronymOf(' SE\u200dM\u200bOB\ufe0f ')).toBe('SEMOB');
    expect(acronymOf('SA\u0303O')).toBe('SÃO');
    expect(acronymOf('SE\r\nMOB')).toBe('SE MOB');
    expect(emailOf(' \u202ajoa\u0303o@pmvi.example\u200b\r\n')).toBe('joão@pmvi.example');
  });
});

describe('passwords', () => {
  it('are the same in every normal form, with every space', () => {
    expect(opaquePassword('senha d’a\u0301gua')).toBe(opaquePassword('senha d’água'));
    expect(opaquePassword('a\u00a0b\u2003c\u3000d')).toBe('a b c d');
    expect(opaquePassword('ﬁxaçã\u006f１２')).toBe('fixação12');
    expect(opaquePassword(' Sem Trim  ')).toBe(' Sem Trim  ');
  });

  it.each([
    ['\u200b'.repeat(8), 'password_invisible'],
    ['segredo\u200b', 'password_invisible'],
    ['segredo\n', 'password_invisible'],
    ['\u202esegredo', 'password_invisible'],
    ['a\u200d\u200d\u200d\u200d\u200d', 'password_too_short'],
    ['a\u0301'.repeat(5), 'password_too_short'],
    ['❤\ufe0f👩\u200d🏫 água', null],
    ['ANA@PMVI.EXAMPLE', 'password_is_email'],
    ['\uff41na@pmvi.example', 'password_is_email'],
  ])('%j is judged as it is compared: %s', (password, code) => {
    expect(judgePassword(password, 'ana@pmvi.example')?.code ?? null).toBe(code);
  });
});

describe('tags', () => {
  it('are one form, without what is not seen', () => {
    expect(normalizeTag(' \u202eA\u0301gua\u200b  POTÁVEL\r\n')).toBe('água potável');
    const twice = ['água', 'a\u0301gua\u200b'].map((title) => ({ title, type: 'keyword' as const, userId: null }));
    expect(judgeTags(twice)).toEqual([{ code: 'tag_duplicate', field: 'tags' }]);
  });
});

describe('names of files', () => {
  it.each([
    ['ofi\u0301\u200bcio\u00ad\r\n.pdf', 'ofício.pdf'],
    ['\u200b\u2800', 'arquivo'],
    ['\u3164', 'arquivo'],
    ['a.pdf\u200b', 'a.pdf'],
    ['a.p\u202edf', 'a.pdf'],
  ])('%j is shown as %s', (given, shown) => {
    expect(displayName(given)).toBe(shown);
  });
});

describe('searches', () => {
  it('neither see nor find what is not seen', () => {
    expect(fold('ofí\u00adcio\u200b nº\u3164 1')).toBe('oficio no 1');
    expect(fold('\u3164\u115f')).toBe('');
    expect(matchesSearch('Obras', 'o\u200bbr')).toBe(true);
  });

  it.each([
    'Of. nº 7/2024',
    'OF-12_a.b',
    ' ',
    '',
    'a\tb',
    'A\u0000B',
    '\u212a K',
    'ΟΔΟΣ ΣΑΣ',
    'x \u0301y',
    '\u00b4z w',
  ])('fold %j as each of its words by itself', (text) => {
    const words = text.split(' ').map(fold);
    expect(fold(text)).toBe(words.filter((word) => word !== '').join(' '));
  });

  it('fold plain characters as they fold them beside others', () => {
    const plain = Array.from({ length: 95 }, (_none, at) => String.fromCharCode(32 + at)).join('');
    expect(`${fold(plain)} e`).toBe(fold(`${plain} é`));
  });

  const bridge = {
    ticket: 'PMVI042',
    title: 'Interdição da ponte – São João',
    physicalDocumentNumber: 'Ofício nº 118/2026',
    subject: 'Sinalização viária',
    tags: ['urgente', '—'],
    responsibles: ['Bia Souza'],
    sectors: ['Secretaria de Obras SEMOB', 'Secretaria de Obras SEMOB'],
  };
  const others =
    'oficio no 118 2026 sinalizacao viaria urgente bia souza secretaria de obras semob secretaria de obras semob';

  it('go through the words of everything that names a document, the ticket first', () => {
    expect(searchTextOf(bridge)).toBe(`pmvi042 interdicao da ponte sao joao ${others}`);
    expect(searchTextOf({ ...bridge, ticket: null, title: '!' })).toBe(others);
  });

  it.each([
    ['42', 'PMVI', [42, 142, 1423], [24, 402]],
    ['042', 'PMVI', [42, 1042], [142]],
    ['pmvi04', 'PMVI', [42], [142, 4]],
    ['vi1', 'PMVI', [142, 1000], [42]],
    ['mv', 'PMVI', [1, 2000], []],
    ['vi10', 'PM-VI', [100, 1000], [42]],
    ['k27', 'PK2', [700, 7000], [70, 27]],
    ['k2', 'PK2', [1, 12], []],
  ])('find %s in the tickets of a tenant %s by their numbers', (token, acronym, holding, others) => {
    const holds = numbersWithTicket(token, acronym);
    const isIn = (number: number) => fold(ticketOf(acronym, number)).includes(token);
    expect([holding.map(isIn), others.map(isIn)]).toEqual([holding.map(() => true), others.map(() => false)]);
    expect(holding.map((number) => holds?.(number))).toEqual(holding.map(() => true));
    expect(others.map((number) => holds?.(number))).toEqual(others.map(() => false));
  });

  it.each(['ponte', 'vi', 'pmvix', '1a', 'xvi1', 'a12'])('know that no ticket of PMVX has %s', (token) => {
    expect(numbersWithTicket(token, 'PMVX')).toBeNull();
  });
});

describe('composing', () => {
  it('leaves endless marks as they are instead of taking seconds to order them', () => {
    const endless = 'a' + '\u0300\u0316'.repeat(200_000);
    expect(composed(endless)).toBe(endless);
    expect(fold(`${endless} b`)).toBe('a b');
    expect(composed('a' + '\u0316\u0301'.repeat(5))).toBe(('a' + '\u0316\u0301'.repeat(5)).normalize('NFC'));
  });
});
