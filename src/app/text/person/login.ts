// Words of the screens without a login. The sentences of refusals are prescribed (rule H3).

import { VERSION } from '#contract/version.ts';
import { joined, tenantKind } from '../words/format.ts';

export const LOGIN = {
  title: 'Entrar',
  email: 'E-mail',
  password: 'Senha',
  remember: 'Ficar logado neste aparelho, também sem internet',
  forgot: 'Esqueci a senha',
  enter: 'entrar',
  waiting: 'Aguardando o servidor',
  human: 'Não sou um robô',
  noHuman: 'Este servidor não pede esta verificação.',
  lacks: { email: 'e-mail', password: 'senha', human: 'marcar “Não sou um robô”' },
  humanDone: 'Verificação feita no seu aparelho',
  offlineTitle: 'Sem conexão.',
  offline: 'Entrar precisa de internet.',
  wasClosed:
    'O navegador foi fechado sem “Ficar logado neste aparelho”, e por isso nada abre aqui sem internet. Conecte-se e entre: o que você não enviou está guardado à sua espera.',
  offlineHuman: 'Sem conexão: para entrar é preciso internet.',
  owedTitle: 'A última saída ainda não chegou ao servidor.',
  owed: 'Ela termina assim que ele responder, e depois você pode entrar. Verifique a conexão.',
  owedHuman: 'Aguardando o fim da sessão anterior.',
  offlineAnswer: 'Não foi possível falar com o servidor. Verifique a conexão e tente de novo.',
  failed: 'Não foi possível entrar. Recarregue a página e tente de novo.',
  product: 'Malote',
  motto: 'Ofícios e portarias de mão em mão, com ou sem internet.',
  tagline: 'Do protocolo ao arquivo, num só malote',
  pencil: 'A lápis',
  pencilMeaning: 'Guardado neste aparelho, esperando conexão.',
  ink: 'A tinta',
  version: `Versão ${VERSION}`,
} as const;

/**
 * Which e-mail the login takes. It names the kind of public body where this device knows the
 * tenant's name.
 */
export function emailHint(tenantName: string | null): string {
  const kind = tenantName === null ? null : tenantKind(tenantName);
  return `Use o e-mail ${kind === null ? 'do seu trabalho' : `da ${kind}`}.`;
}

export function missingText(lacks: readonly string[]): string {
  return `Falta: ${joined(lacks)}`;
}

/** What ink means (src/ui/look.md, look 2), for the legend of the login. */
export function inkMeaning(tenantName: string | null): string {
  const kind = tenantName === null ? null : tenantKind(tenantName);
  return `Registrado ${kind === null ? 'no servidor' : `na ${kind}`}, com número e hora.`;
}

export const RECOVER = {
  title: 'Recuperar a senha',
  hint: 'Informe seu e-mail. Enviaremos um link para criar uma nova senha.',
  ask: 'Solicitar',
  offline: 'Recuperar a senha precisa de internet.',
  done: 'Um email contendo o link de recuperação de senha foi enviado',
  back: 'Voltar para entrar',
} as const;

export const INVITED = {
  title: 'Entrar com um convite impresso',
  hint: 'Escreva o e-mail e o código que estão no papel. Depois, você cria a sua senha.',
  code: 'Código',
  placeholder: 'XXXX-XXXX-XXXX-XXXX',
  go: 'Continuar',
  lacks: (count: number) =>
    count <= 0
      ? 'o código, que tem 16 letras e números'
      : count === 1
        ? '1 letra do código'
        : `${count} letras do código`,
} as const;

export const RESET = {
  title: 'Criar nova senha',
  needed: 'Com pelo menos 6 caracteres. Escreva a mesma nos dois campos.',
  password: 'Nova senha',
  repeat: 'Repetir a senha',
  placeholder: 'Com pelo menos 6 caracteres',
  create: 'Criar',
  offline: 'Criar a senha nova precisa de internet.',
  differ: 'As duas senhas precisam ser iguais.',
  done: 'Senha criada. Entre com ela.',
} as const;

// Words about files that another application shares with this one.

export const SHARED_TEXT = {
  lost: 'Os arquivos compartilhados não foram guardados.',
  noRoom: 'Responda ao que já foi compartilhado, ou libere espaço neste aparelho, e compartilhe-os de novo.',
  enterFirst: 'Entre e compartilhe-os de novo.',
  ask: 'Criar um documento com o que foi compartilhado?',
  from: 'Outro aplicativo enviou isto ao Malote, neste aparelho. Se não foi você que compartilhou, descarte.',
  title: 'Título',
  noFiles: 'Nenhum arquivo aceito.',
  take: 'Usar em um documento novo',
  drop: 'Descartar',
} as const;
