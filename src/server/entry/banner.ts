import type { Config } from '../config/config.ts';

const ACCOUNTS: readonly (readonly [string, string])[] = [
  ['admin@pmvi.example', 'Super Admin, GAB'],
  ['gestor.semob@pmvi.example', 'Gestor de Setor, SEMOB'],
  ['servidor.semob@pmvi.example', 'Servidor, SEMOB'],
  ['servidor.semed@pmvi.example', 'Servidor, SEMED'],
  ['campo.defciv@pmvi.example', 'Servidor de Campo, DEFCIV'],
  ['protocolo@pmvi.example', 'Protocolo, PROT'],
  ['controle@pmvi.example', 'Controle Interno, CGM'],
  ['consulta@pmvi.example', 'Consulta, SECOM'],
  ['inativo@pmvi.example', 'conta desativada'],
  ['admin@cmvi.example', 'Super Admin, Câmara Municipal'],
  ['servidor@cmvi.example', 'Servidor, Câmara Municipal'],
];

/**
 * What is printed once the server listens: the address, and the accounts when a demonstration has
 * just been seeded.
 */
export function bannerOf(config: Config, facts: { readonly port: number; readonly seeded: boolean }): string {
  const address = addressOf(config, facts.port);
  const lines = ['', `  Malote: ${address}`, ''];
  if (config.warnings.length > 0) lines.push(...config.warnings.map((warning) => `  Atenção: ${warning}`), '');
  if (facts.seeded) {
    const width = Math.max(...ACCOUNTS.map(([email]) => email.length));
    lines.push(`  Contas de demonstração (senha ${config.demoPassword}):`);
    lines.push(...ACCOUNTS.map(([email, role]) => `    ${email.padEnd(width)}  ${role}`), '');
  }
  return `${lines.join('\n')}\n`;
}

/** The address people open, without a trailing slash. */
export function addressOf(config: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
