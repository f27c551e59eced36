// One word for one thing in what people read. A document is never a "processo", the act is
// "concluir" and what it leads to is "Finalizado". The product's own sentences (rule J1) are let
// through whole.

import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['src/app', 'src/contract', 'src/ui', 'src/server/jobs', 'src/server/mail', 'sw'];

type Rule = {
  readonly instead: string;
  readonly isWrong: (words: readonly string[]) => boolean;
  /** Sentences of the product, word for word. */
  readonly let: readonly string[];
};

const FINISHED = ['finalizado', 'finalizados', 'finalizou'];
const ENGLISH = ['offline', 'online', 'login', 'logout', 'upload', 'download', 'push', 'browser', 'cache', 'sync'];
const starts = (words: readonly string[], start: string) => words.some((word) => word.startsWith(start));

const RULES: readonly Rule[] = [
  {
    instead: 'documento',
    isWrong: (words) => starts(words, 'processo'),
    let: ['Concluir processo', 'Quer mesmo concluir esse processo?', 'Quer mesmo reabrir esse processo?'],
  },
  {
    instead: 'concluir, conclusão (the act)',
    isWrong: (words) => words.some((word) => word.startsWith('finaliz') && !FINISHED.includes(word)),
    let: [],
  },
  {
    instead: 'Finalizado (what the act leads to)',
    isWrong: (words) => starts(words, 'concluíd') || (starts(words, 'encerra') && starts(words, 'documento')),
    let: ['visto e concluído'],
  },
  {
    instead: 'transferir, transferência',
    isWrong: (words) => starts(words, 'encaminh') || starts(words, 'despach') || starts(words, 'repass'),
    let: [],
  },
  {
    instead: 'como exceção, exceção (one document has one)',
    isWrong: (words) => words.includes('exceções') || words[words.indexOf('exceção') - 1] === 'com',
    let: ['Exceções'],
  },
  {
    instead: 'sem internet, entrar, enviar, aviso',
    isWrong: (words) =>
      starts(words, 'sincroniz') || (isPortuguese(words) && words.some((one) => ENGLISH.includes(one))),
    let: ['visto offline'],
  },
];

describe('words that people read', () => {
  it('every screen, message and notice uses one vocabulary', async () => {
    const read = await Promise.all(
      (await sources()).map(async (file) => stringsOf(file, await readFile(ROOT + file, 'utf8'))),
    );
    const found = read.flat();
    expect(found.length).toBeGreaterThan(3000);
    expect(found.flatMap(wrongIn)).toEqual([]);
  });

  it.each([
    ['a document that is called otherwise', "export const T = 'Esse processo foi reaberto';"],
    ['the act by the word of the status', "export const T = 'Quer finalizar o documento?';"],
    ['the status by the word of the act', 'export const t = (n: string) => `${n} foi concluído`;'],
    ['another word for the end of a document', "export const T = 'Concluir: encerra o documento.';"],
    ['another word for a transfer', "export const T = 'Encaminhar para a SEMOB';"],
    ['"com exceção", which reads as "except"', "export const T = 'Ver os documentos com exceção';"],
    ['an English word', "export const T = 'A rede pede login';"],
    ['a word in a component', 'export const P = () => <p>Sem processo</p>;'],
  ])('a word of another vocabulary is found: %s', (_what, code) => {
    expect(stringsOf('src/planted.tsx', code).flatMap(wrongIn)).toHaveLength(1);
  });
});

type SourceText = { readonly file: string; readonly text: string };

function wrongIn({ file, text }: SourceText): string[] {
  const words = text.toLowerCase().split(/[^a-zà-ú]/);
  return RULES.filter((rule) => rule.isWrong(words) && !rule.let.includes(text.trim())).map(
    ({ instead }) => `${file}: "${text.trim()}", instead: ${instead}`,
  );
}

/** Ids, paths and sentences for developers hold the English words rightly. */
function isPortuguese(words: readonly string[]): boolean {
  return words.some((word) => ['o', 'a', 'de', 'da', 'em', 'para', 'sem', 'visto', 'não', 'se'].includes(word));
}

/**
 * The texts of a file. Search words of the help are left out: people type them and never read them.
 */
function stringsOf(file: string, code: string): SourceText[] {
  const found: SourceText[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null || node instanceof RegExp) return;
    const { type, value, key } = node as { type?: string; value?: unknown; key?: { name?: string } };
    if (type === 'ImportDeclaration' || (type === 'Property' && key?.name === 'words')) return;
    if ((type === 'Literal' || type === 'JSXText') && typeof value === 'string') found.push({ file, text: value });
    if (type === 'TemplateElement') found.push({ file, text: (value as { cooked: string }).cooked });
    Object.values(node).forEach(visit);
  };
  const { program, errors } = parseSync(file, code);
  if (errors.length > 0) throw new Error(`${file} could not be read`);
  visit(program);
  return found;
}

async function sources(): Promise<string[]> {
  const found = await Promise.all(
    ROOMS.map(async (room) => {
      const names = await readdir(ROOT + room, { recursive: true });
      return names
        .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.') && !name.includes('specimen'))
        .map((name) => `${room}/${name}`);
    }),
  );
  return found.flat();
}
