// The 42 people of the demonstration town hall and the four of the chamber, with the accounts of
// README.md.

export type PersonSeed = {
  readonly name: string;
  readonly lastName: string;
  readonly role: string;
  /** Acronym of the sector; null for a person without one. */
  readonly sector: string | null;
  /** Local part of the e-mail; absent means that it is made from the name. */
  readonly account?: string;
  readonly active?: boolean;
};

const person = (name: string, lastName: string): Pick<PersonSeed, 'name' | 'lastName'> => ({ name, lastName });

export const PEOPLE: readonly PersonSeed[] = [
  { ...person('Helena', 'Prado Tavares'), role: 'Super Admin', sector: 'GAB', account: 'admin' },
  { ...person('Otávio', 'Brandão Lima'), role: 'Super Admin', sector: 'SETIN' },
  { ...person('Rosângela', 'Meireles'), role: 'Gestor de Setor', sector: 'SEMOB', account: 'gestor.semob' },
  { ...person('Davi', 'Queiroz Antunes'), role: 'Gestor de Setor', sector: 'SEMED' },
  { ...person('Jaqueline', 'Sampaio'), role: 'Gestor de Setor', sector: 'SEMUS' },
  { ...person('Nestor', 'Fagundes'), role: 'Gestor de Setor', sector: 'SEFAZ' },
  { ...person('Luana', 'Peçanha'), role: 'Gestor de Setor', sector: 'SEMAD' },
  { ...person('Ícaro', 'Vilela'), role: 'Gestor de Setor', sector: 'PGM' },
  { ...person('Marlene', 'Bittencourt'), role: 'Gestor de Setor', sector: 'DLC' },
  { ...person('Caio', 'Rezende Porto'), role: 'Gestor de Setor', sector: 'SEMTRAN' },
  { ...person('Tereza', 'Uchoa'), role: 'Gestor de Setor', sector: 'SEMAS' },
  { ...person('Benício', 'Falcão'), role: 'Protocolo', sector: 'PROT', account: 'protocolo' },
  { ...person('Sueli', 'Amorim'), role: 'Protocolo', sector: 'PROT' },
  { ...person('Wagner', 'Tolentino'), role: 'Protocolo', sector: 'OUVI' },
  { ...person('Priscila', 'Noronha'), role: 'Protocolo', sector: 'SEMAD' },
  { ...person('Edgar', 'Salgueiro'), role: 'Servidor', sector: 'SEMOB', account: 'servidor.semob' },
  { ...person('Yasmin', 'Cordeiro'), role: 'Servidor', sector: 'SEMED', account: 'servidor.semed' },
  { ...person('Anselmo', 'Guedes'), role: 'Servidor', sector: 'SEMUS' },
  { ...person('Débora', 'Sabino'), role: 'Servidor', sector: 'SEFAZ' },
  { ...person('Ulisses', 'Barreto'), role: 'Servidor', sector: 'SEMTRAN' },
  { ...person('Conceição', "d'Ávila"), role: 'Servidor', sector: 'SEMMA' },
  { ...person('Geraldo', 'Pimenta Neves'), role: 'Servidor', sector: 'SEMSUR' },
  { ...person('Íris', 'Magalhães Couto'), role: 'Servidor', sector: 'SEHAB' },
  { ...person('Estêvão', 'Lacerda'), role: 'Servidor', sector: 'SEPLAN' },
  { ...person('Marisol', 'Figueira'), role: 'Servidor', sector: 'SECULT' },
  { ...person('Joaquim', 'Serrano'), role: 'Servidor', sector: 'SEMEL' },
  { ...person('Noêmia', 'Castanheira'), role: 'Servidor', sector: 'SEDEC' },
  { ...person('Ademir', 'Roçado'), role: 'Servidor', sector: 'SEMAGRI' },
  { ...person('Flávia', 'Monteserrat'), role: 'Servidor', sector: 'GAB' },
  { ...person('Maria Aparecida', 'do Nascimento Albuquerque Vasconcelos'), role: 'Servidor', sector: 'SETIN' },
  { ...person('Rubens', 'Tapajós'), role: 'Servidor de Campo', sector: 'DEFCIV', account: 'campo.defciv' },
  { ...person('Ivonete', 'Calado'), role: 'Servidor de Campo', sector: 'DEFCIV' },
  { ...person('Élcio', 'Morais'), role: 'Servidor de Campo', sector: 'GCM' },
  { ...person('Cátia', 'Valença'), role: 'Servidor de Campo', sector: 'SEMTRAN' },
  { ...person('Nivaldo', 'Peixoto'), role: 'Servidor de Campo', sector: 'SEMOB' },
  { ...person('Lídia', 'Arantes'), role: 'Servidor de Campo', sector: 'SEMMA' },
  { ...person('Heitor', 'Vasques'), role: 'Controle Interno', sector: 'CGM', account: 'controle' },
  { ...person('Olívia', 'Fontenele'), role: 'Controle Interno', sector: 'CGM' },
  { ...person('Renan', 'Pacheco'), role: 'Consulta', sector: 'SECOM', account: 'consulta' },
  { ...person('Aurora', 'Bragança'), role: 'Consulta', sector: 'SECOM' },
  { ...person('Valdir', 'Quaresma'), role: 'Servidor', sector: 'ARQ', account: 'inativo', active: false },
  { ...person('Zélia', 'Outeiro'), role: 'Servidor', sector: null },
];

export const CHAMBER_SECTORS = [
  { name: 'Presidência da Câmara', acronym: 'PRES' },
  { name: 'Secretaria Legislativa', acronym: 'SELEG' },
  { name: 'Assessoria Jurídica', acronym: 'ASJUR' },
] as const;

export const CHAMBER_PEOPLE: readonly PersonSeed[] = [
  { ...person('Amália', 'Ferrão Duarte'), role: 'Super Admin', sector: 'PRES', account: 'admin' },
  { ...person('Tomás', 'Ribeirinho'), role: 'Servidor', sector: 'SELEG', account: 'servidor' },
  { ...person('Solange', 'Abrantes'), role: 'Gestor de Setor', sector: 'SELEG' },
  { ...person('Virgílio', 'Camargo'), role: 'Servidor', sector: 'ASJUR' },
];

/** `otavio.brandao@…`: first name and first surname, without accents. */
export function emailOf(seed: PersonSeed, domain: string): string {
  const plain = (text: string): string =>
    text
      .normalize('NFD')
      .replace(/[^a-z ]/gi, '')
      .toLowerCase();
  const first = plain(seed.name).split(' ').at(-1) ?? '';
  const surname = plain(seed.lastName).split(' ')[0] ?? '';
  return `${seed.account ?? `${first}.${surname}`}@${domain}`;
}
