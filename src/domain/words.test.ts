// Small rules over words: tickets, searches, tags, file names, rich text, passwords, permissions.

import { describe, expect, it } from 'vitest';
import { displayName, extensionOf } from './files.ts';
import { isPasswordTooLong, judgePassword, PASSWORD_MAX_BYTES } from './passwords.ts';
import { canAssignRole, hasAllRoles, hasPermission, isSuperAdmin, PERMISSIONS, SUPER_ADMIN } from './permissions.ts';
import { hasText, plainTextOf } from './plain-text.ts';
import { fontOf, isAllowedHref } from './rich-text.ts';
import {
  fold,
  foldWithin,
  hasTooManyWords,
  isTooShort,
  matchesSearch,
  matchesTokens,
  SEARCH_MAX_LENGTH,
  SEARCH_MAX_WORDS,
  searchTokens,
} from './search.ts';
import { localCodeOf, parseTicket, ticketOf } from './ticket.ts';

describe('tickets (rules C5, C6)', () => {
  it('are padded to 3 digits and grow past 999', () => {
    expect([1, 42, 999, 1000].map((number) => ticketOf('PMVI', number))).toEqual([
      'PMVI001',
      'PMVI042',
      'PMVI999',
      'PMVI1000',
    ]);
  });
  it.each([
    ['PMVI042', 42],
    ['PMVI-042', 42],
    ['PMVI - 042', 42],
    ['PMVI04-2', null],
    ['PMVI42x', null],
    ['PMVI123456789', 123_456_789],
    ['PMVI1234567890', null],
    ['pmvi 042', 42],
    ['42', 42],
    [' 042 ', 42],
    ['CMVI042', null],
    ['Ofício 42/2026', null],
    ['', null],
    ['PMVI', null],
  ])('%j is %s', (text, number) => {
    expect(parseTicket(text, 'PMVI')).toBe(number);
  });
  it('have a short local code until the server gives a number', () => {
    expect(localCodeOf('3f0c8a52-1111-4222-8333-944455557f3a')).toBe('L-7F3A');
  });
});

describe('search (rule F10)', () => {
  it('folds accents, case, ordinals and punctuation', () => {
    expect(fold('  Ofício nº 118/2026 — SEMOB ')).toBe('oficio no 118 2026 semob');
    expect(fold('Açude D’Ávila'.normalize('NFD'))).toBe('acude d avila');
  });
  it('needs two characters and every word', () => {
    expect(searchTokens('á')).toEqual([]);
    expect(searchTokens('Ár')).toEqual(['ar']);
    expect(searchTokens('obras de  drenagem')).toEqual(['obras', 'de', 'drenagem']);
    expect(matchesTokens(foldWithin('Rua das Aroeiras, drenagem'), searchTokens('DRENAGEM aroeira'))).toBe(true);
    expect(matchesTokens(foldWithin('Rua das Aroeiras'), searchTokens('aroeiras poda'))).toBe(false);
  });
  it('has no more than two hundred characters (default 14)', () => {
    const full = `a ${'b'.repeat(SEARCH_MAX_LENGTH - 2)}`;
    expect(searchTokens(`${full}c`)).toEqual(full.split(' '));
    expect(matchesSearch(full, `${full}c`)).toBe(true);
    expect(matchesSearch(full, `${full.slice(0, -1)}c`)).toBe(false);
    expect(isTooShort(`${'%'.repeat(SEARCH_MAX_LENGTH)}ab`)).toBe(true);
    expect(isTooShort(`${'%'.repeat(SEARCH_MAX_LENGTH - 2)}ab`)).toBe(false);
  });
  it('a search has twenty words at most', () => {
    expect(hasTooManyWords('obra '.repeat(SEARCH_MAX_WORDS))).toBe(false);
    expect(hasTooManyWords('obra '.repeat(SEARCH_MAX_WORDS + 1))).toBe(true);
    expect(hasTooManyWords('- '.repeat(SEARCH_MAX_WORDS + 1))).toBe(false);
  });
  it.each([
    ['Rua das Aroeiras', 'aroeiras RUA', true],
    ['Rua das Aroeiras', 'sad', false],
    ['Repasse de 50% em obras', '%', true],
    ['Repasse de 50% em obras', ' % ', true],
    ['Repasse em obras', '%', false],
    ['Repasse em obras', '_', false],
    ['Repasse em obras', '', true],
  ])('of the text %j for %j: %s (default 14)', (text, search, found) => {
    expect(matchesSearch(text, search)).toBe(found);
  });
});

describe('file names (rule C9, default 8)', () => {
  it.each([
    ['oficio.PDF', 'pdf'],
    ['a.b.docx', 'docx'],
    ['semextensao', null],
    ['foto.heic', null],
    ['x.constructor', null],
  ])('the extension of %s', (name, extension) => {
    expect(extensionOf(name)).toBe(extension);
  });
  it('are shown without paths, controls and bidi tricks', () => {
    expect(displayName('../../etc/Ofício nº 12/2026.pdf')).toBe('-..-etc-Ofício nº 12-2026.pdf');
    expect(displayName('nota\u202Efdp.exe\r\nX: y.txt')).toBe('notafdp.exeX- y.txt');
    expect(displayName('\u0000')).toBe('arquivo');
    expect(displayName(' ..\n. ')).toBe('arquivo');
    expect(displayName(' . a .b. . ')).toBe('a .b');
    expect(displayName('Açu'.normalize('NFD') + '.pdf')).toBe('Açu.pdf');
    const long = displayName(`${'a'.repeat(300)}.docx`);
    expect(long).toHaveLength(120);
    expect(long.endsWith('.docx')).toBe(true);
  });
  it.each([
    ['a family of four', '👨‍👩‍👧‍👦'],
    ['a skin tone', '👍🏽'],
    ['a flag', '🇧🇷'],
    ['a letter with a mark that has no letter of its own', 'q̃'],
    ['a letter of two units', '𝒜'],
  ])('are cut between characters and never inside of %s', (_name, character) => {
    for (let before = 108; before <= 116; before += 1) {
      const name = displayName(`${'a'.repeat(before)}${character.repeat(20)}.pdf`);
      const stem = name.slice(before, -'.pdf'.length);
      expect(stem).toBe(character.repeat(stem.length / character.length));
      expect(name.length).toBeLessThanOrEqual(120);
      expect(name.length + character.length).toBeGreaterThan(120);
      expect(displayName(name)).toBe(name);
    }
  });
});

describe('rich text (rules C11–C13)', () => {
  it.each([
    ['<p>&nbsp;<br></p>', false],
    ['<h2>\u200b</h2>', false],
    ['<p>Segue o relatório.</p>', true],
    ['', false],
  ])('%j has text: %s', (html, expected) => {
    expect(hasText(html)).toBe(expected);
  });
  it('keeps words apart', () => {
    expect(plainTextOf('<p>Um</p><p>dois &amp; três<br>quatro</p>')).toBe('Um dois & três quatro');
  });
  it.each([
    ['a < b', 'a < b'],
    ['a <b', 'a <b'],
    ['a <b c>d</b > e', 'a d e'],
    ['<H2>a</H2>b<BR/>c<bravo>d', 'a b cd'],
    ['a>b', 'a>b'],
    ['<ol><li>um<ul><li>dois</li></ul></li></ol>', 'um dois'],
    ['antes<ol><li>um</li></ol>', 'antes um'],
    ['<ul><li>um</li></ul>depois', 'um depois'],
  ])('the words of %j are %j', (html, words) => {
    expect(plainTextOf(html)).toBe(words);
  });
  it.each(['<', '<br', '<a <', '</p', '&', ' ', '<!--'])(
    'reads 400,000 letters of %j once, not once for each that is left open',
    (piece) => {
      // A scan that starts again at each opening tag takes minutes for these.
      const before = performance.now();
      plainTextOf(`${piece.repeat(400_000 / piece.length)}x`);
      expect(performance.now() - before).toBeLessThan(5000);
    },
  );
  it('knows its fonts and links', () => {
    expect(fontOf('"pt serif", serif')).toBe('PT Serif');
    expect(fontOf('Comic Sans MS')).toBeNull();
    expect(['https://ipe.example', 'mailto:a@pmvi.example'].every(isAllowedHref)).toBe(true);
    expect(['javascript:alert(1)', 'data:text/html,x', '//ipe.example', 'https://a b'].some(isAllowedHref)).toBe(false);
  });
});

describe('passwords (rule H6)', () => {
  it.each([
    ['12345', 'password_too_short'],
    ['123456\u200b', 'password_invisible'],
    ['123456', null],
    ['ANA@pmvi.example ', 'password_is_email'],
    ['ç'.repeat(129), 'too_long'],
  ])('the password %s', (password, code) => {
    expect(judgePassword(password, 'ana@pmvi.example')).toEqual(code === null ? null : { code, field: 'password' });
  });
  it.each([
    ['a', 1],
    ['\u007f', 1],
    ['\u0080', 2],
    ['\u07ff', 2],
    ['\u0800', 3],
    ['\uffff', 3],
    ['\u{10000}', 4],
    ['\u{10ffff}', 4],
  ])('have at most 256 bytes, of which %j takes %i (default 5)', (character, bytes) => {
    const others = 'a'.repeat(PASSWORD_MAX_BYTES - bytes);
    expect(isPasswordTooLong(character + others)).toBe(false);
    expect(isPasswordTooLong(`${character}${others}a`)).toBe(true);
  });
});

describe('permissions (rules B4, B7, B8)', () => {
  const role = (name: string, ...names: string[]) => ({ name, permissions: names.map((one) => ({ name: one })) });
  it('are all there, once', () => {
    expect(new Set(PERMISSIONS).size).toBe(PERMISSIONS.length);
    expect(PERMISSIONS).toHaveLength(29);
  });
  it('any role suffices, a role check needs all', () => {
    const roles = [role('Servidor', 'read_documents'), role('Protocolo', 'create_alerts')];
    expect(hasPermission(roles, 'create_alerts')).toBe(true);
    expect(hasPermission(roles, 'delete_alerts')).toBe(false);
    expect(hasAllRoles(roles, ['Servidor', 'Protocolo'])).toBe(true);
    expect(hasAllRoles(roles, ['Servidor', SUPER_ADMIN])).toBe(false);
  });
  it('nobody gives what they lack', () => {
    const manager = [role('Gestor de Setor', 'read_documents', 'create_users')];
    expect(canAssignRole(manager, role('Servidor', 'read_documents'))).toBe(true);
    expect(canAssignRole(manager, role('Protocolo', 'create_alerts'))).toBe(false);
    expect(canAssignRole(manager, role('Atendente', 'read_documents', 'create_alerts'))).toBe(false);
    expect(canAssignRole(manager, role(SUPER_ADMIN))).toBe(false);
    expect(canAssignRole([role(SUPER_ADMIN)], role(SUPER_ADMIN))).toBe(true);
  });
  it('only the role of its name makes a Super Admin', () => {
    expect(isSuperAdmin([role('Servidor'), role(SUPER_ADMIN)])).toBe(true);
    expect(isSuperAdmin([role('Servidor', ...PERMISSIONS)])).toBe(false);
    expect(isSuperAdmin([])).toBe(false);
  });
});
