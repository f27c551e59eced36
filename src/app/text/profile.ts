/** Words of the profile. */
export const PROFILE = {
  title: 'Perfil',
  name: 'Nome',
  email: 'E-mail',
  role: 'Papel',
  sector: 'Setor',
  tenant: 'Órgão',
  noSector: 'sem setor',
  look: 'Aparência neste aparelho',
  theme: 'Tema',
  themes: { system: 'Do aparelho', light: 'Claro', dark: 'Escuro' },
  contrast: 'Alto contraste',
  app: 'Aplicativo',
  install: 'Instalar aplicativo',
  outbox: 'Pendências de envio',
  leave: 'Sair',
} as const;
