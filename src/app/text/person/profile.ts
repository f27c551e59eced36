// Words of the profile. The sentences after saving and the question before removing the photo are
// prescribed (rule J1).

import { REFUSAL_TEXT } from '#contract/refusal-text.ts';
import type { ZONES } from '#domain/time-zones.ts';
import { joined, formatStamp, type Here, plural } from '../words/format.ts';

export const PROFILE = {
  title: 'Perfil',
  tabs: {
    cadastro: 'Cadastro',
    senha: 'Senha',
    administrador: 'Administrador',
    organizacao: 'Organização',
    avisos: 'Avisos',
  },
  tabsLabel: 'Partes do perfil',
  photo: 'Foto',
  changePhoto: 'Trocar foto',
  addPhoto: 'Escolher foto',
  removePhoto: 'Remover foto',
  removeAsk: 'Deseja mesmo deletar sua foto?',
  removeMeaning: 'Ela sai quando você salvar.',
  yes: 'Sim',
  removing: 'A foto sai quando você salvar.',
  undo: 'Desfazer',
  imageKinds: 'PNG, JPG ou WebP, de qualquer tamanho.',
  imageAccepted: 'PNG, JPG e WebP',
  imageSize: 'A imagem passa de 2 MB, e este aparelho não conseguiu diminuí-la. Escolha outra.',
  name: 'Nome',
  lastName: 'Sobrenome',
  email: 'E-mail',
  emailHint: 'É com ele que você entra.',
  current: 'Senha atual',
  currentHint: 'Para trocar o e-mail. O antigo e o novo recebem um aviso.',
  sector: 'Setor',
  sectorPlaceholder: 'Escreva o nome do setor',
  role: 'Papel',
  notYours: 'Papel e setor quem muda é o administrador.',
  noSector: 'sem setor',
  password: 'Nova senha',
  repeat: 'Repetir a senha',
  passwordPlaceholder: 'Com pelo menos 6 caracteres',
  passwordMeaning: 'A senha nova encerra o uso da sua conta em outros aparelhos. Neste você continua.',
  differ: 'As duas senhas precisam ser iguais.',
  personal: 'Seus dados',
  tenant: 'Organização',
  logo: 'Logo',
  changeLogo: 'Trocar logo',
  logoHint: 'PNG, JPG ou WebP, de qualquer tamanho. Confira nos dois fundos.',
  acronym: 'Sigla',
  acronymHint: 'De 2 a 12 letras de A a Z, sem acento, ou números. Vem antes do número.',
  activity: 'Setor de atuação',
  activities: { public: 'Público', private: 'Privado' },
  zone: 'Fuso horário',
  zoneHint: 'Diz quando um dia começa: prazos e avisos seguem a hora daqui.',
  reminders: 'Lembretes do prazo',
  remindersHint: 'Vão a quem está com o documento. O que cai em dia de folga vem no dia útil anterior.',
  escalation: 'Avisar a chefia do setor',
  escalationHint: 'O prazo vencido continua com quem está com o documento; a chefia fica sabendo por e-mail.',
  preview: 'Como aparece',
  inMenu: 'No menu',
  inNumber: 'No número dos documentos',
  inPrint: 'Na impressão',
  exportEverything: 'Exportar tudo',
  exportMeaning: 'leva documentos, arquivos, pessoas e histórico do órgão em um só arquivo.',
  save: 'Salvar',
  saving: 'Salvando…',
  unchanged: 'Nada mudou ainda.',
  needsNetwork: 'Salvar precisa de internet. O que você escreveu continua aqui.',
  needsLogin: 'Sua sessão terminou. Entre de novo para salvar; o que você escreveu continua aqui.',
  unanswered: 'Não houve resposta do servidor. Salve de novo: nada é feito duas vezes.',
  passwordSaved: 'Sucesso!!! Sua nova senha foi criada.',
  changesSaved: 'Muito bom! Suas alterações foram salvas.',
  alsoSaved: 'As outras alterações também foram salvas.',
  tenantSaved: 'Organização atualizada com sucesso',
  close: 'Fechar',
  here: 'Neste aparelho',
  theme: 'Tema',
  themes: { system: 'Do aparelho', light: 'Claro', dark: 'Escuro' },
  contrast: 'Alto contraste',
  device: 'Dados neste aparelho',
  protected: 'protegidos contra limpeza',
  install: 'Instalar aplicativo',
  outbox: 'Pendências de envio',
  leave: 'Sair',
} as const;

export function missingText(words: readonly string[]): string {
  return `Falta: ${joined(words)}`;
}

/** How many people a change of the organization affects. */
export function reachText(people: number): string {
  return people === 1
    ? 'A mudança vale só para você: ninguém mais usa o sistema nesta organização.'
    : `A mudança vale para as ${people} pessoas da organização.`;
}

/** `Lembretes: 5, 3, 1 dias antes e no dia`. */
export function remindersText(days: readonly number[]): string {
  const before = days.filter((day) => day > 0);
  const parts = [
    ...(before.length === 0 ? [] : [`${before.join(', ')} ${before.join() === '1' ? 'dia' : 'dias'} antes`]),
    ...(days.includes(0) ? ['no dia'] : []),
  ];
  return parts.length === 0 ? 'Lembretes: nenhum' : `Lembretes: ${parts.join(' e ')}`;
}

/** A day of a reminder: days before the limit date; 0 is that day itself. */
export function reminderText(day: number): string {
  return plural(day, { zero: 'No dia', one: '1 dia antes', other: (n) => `${n} dias antes` });
}

/** After how many working days in delay a sector's chief is told; null: never. */
export function escalationText(days: number | null): string {
  if (days === null) return 'Nunca';
  return days === 1 ? 'Após 1 dia útil de atraso' : `Após ${days} dias úteis de atraso`;
}

/** Why a new password is refused. `differ`: the two typed passwords differ. */
export function passwordProblemText(code: keyof typeof REFUSAL_TEXT | 'differ'): string {
  return code === 'differ' ? PROFILE.differ : REFUSAL_TEXT[code];
}

/** Words of push notifications, which people know as "avisos". */
export const PUSH = {
  receive: 'Receber avisos neste aparelho',
  meaning: 'Também com o aplicativo fechado. O que chega aqui você escolhe em Avisos.',
  sound: 'Tocar um som quando chegar um aviso',
  unsupported: 'Este navegador não recebe avisos. No iPhone e no iPad, instale o aplicativo na tela de início antes.',
  blocked: 'Avisos bloqueados neste navegador. Para liberar, abra as configurações do site e permita as notificações.',
  failed: 'Não foi possível ligar os avisos agora. Verifique a internet e tente de novo.',
} as const;

// Words about the devices on which a person is logged in, and which they can end (S156).

export const SESSIONS = {
  title: 'Aparelhos conectados',
  unknown: 'Aparelho sem nome',
  now: 'Agora',
  here: 'este aparelho',
  leaveOne: 'Sair deste',
  leaveAll: 'Sair de todos os outros',
  note: 'Sair de um aparelho fecha o que está na fila dele até você entrar lá de novo.',
  failed: 'Não foi possível sair agora. Tente de novo.',
  password: 'Senha atual',
  passwordHint: 'Só você pode encerrar o uso da sua conta em outro aparelho.',
  leave: 'Confirmar saída',
  cancel: 'Cancelar',
} as const;

/**
 * Stands above the field for the password: which sessions "Confirmar saída" ends. `device`: null
 * for all others.
 */
export function leavingText(device: string | null): string {
  return device === null ? 'Sair de todos os outros aparelhos' : `Sair de: ${device}`;
}

/** `Último uso: hoje às 09:10`. */
export function usedText(at: string, here: Here): string {
  return `Último uso: ${formatStamp(at, here)}`;
}

/** Where in Brazil a time zone applies. */
export const ZONE_TEXT: Readonly<Record<(typeof ZONES)[number], string>> = {
  'America/Sao_Paulo': 'Brasília (Sul, Sudeste, Goiás e DF)',
  'America/Araguaina': 'Tocantins',
  'America/Bahia': 'Bahia',
  'America/Belem': 'Amapá e leste do Pará',
  'America/Boa_Vista': 'Roraima (Boa Vista)',
  'America/Campo_Grande': 'Mato Grosso do Sul (Campo Grande)',
  'America/Cuiaba': 'Mato Grosso (Cuiabá)',
  'America/Eirunepe': 'Oeste do Amazonas',
  'America/Fortaleza': 'Ceará, Maranhão, Piauí, Paraíba e Rio Grande do Norte',
  'America/Maceio': 'Alagoas e Sergipe',
  'America/Manaus': 'Amazonas (Manaus)',
  'America/Noronha': 'Fernando de Noronha',
  'America/Porto_Velho': 'Rondônia (Porto Velho)',
  'America/Recife': 'Pernambuco',
  'America/Rio_Branco': 'Acre (Rio Branco)',
  'America/Santarem': 'Oeste do Pará',
};

export const registrationText = (registration: string): string => `Matrícula ${registration}`;
