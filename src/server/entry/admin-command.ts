// What a command of the console is made of, and how its words are read.

import type { ParseArgsConfig } from 'node:util';
import type { Config } from '../config/config.ts';
import type { CommandParts } from './run-command.ts';

export type Values = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export type Words = { readonly values: Values; readonly words: readonly string[] };

export type Answer = {
  /** The exit code (EXIT_CODES); 0 when it is left out. */
  readonly code?: number;
  readonly lines: readonly string[];
  /** What `--json` prints, for programs. */
  readonly data: unknown;
};

export type AdminCommand = {
  readonly name: string;
  /** The arguments after the name, as the help shows them. */
  readonly takes: string;
  readonly does: string;
  readonly options?: NonNullable<ParseArgsConfig['options']>;
  /** The least and the greatest number of arguments after the name, options not counted. */
  readonly words: readonly [number, number];
  /** Set when the command may create a database, with `--new-database`. */
  readonly mayMake?: true;
} & (
  | { readonly run: (parts: CommandParts, given: Words) => Promise<Answer> }
  /** For a command that opens no database, or opens it by itself. */
  | { readonly alone: (config: Config, given: Words) => Promise<Answer> }
);

export const COMMON = { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } as const;

export const EXIT_CODES = 'códigos de saída: 0 feito; 1 não feito, e uma frase diz por quê; 2 feito, e há algo a ver';

/** An error whose message says how a command is written. */
export class UsageFault extends Error {}

export function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Throws a sentence when the option is missing. */
export function wantedText(values: Values, name: string): string {
  const text = textOf(values, name);
  if (text === undefined || text === '') throw new UsageFault(`falta --${name}`);
  return text;
}

/** Columns of equal width, two spaces apart. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_cell, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
