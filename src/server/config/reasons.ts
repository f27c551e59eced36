// Why another machine or a disk failed us: the machine's name, the code of the failure, and what
// the code means in plain words, for the log and for the console. A reason holds neither what was
// sent to the machine nor what it answered in words (default 10).

export type Reason = {
  /** The machine that failed; left out for a disk. */
  readonly host?: string;
  /** The name that the library or the system gives the failure, such as ECONNREFUSED. */
  readonly code: string;
  /** The status that the machine answered, such as 503 of HTTP or 550 of SMTP. */
  readonly status?: number;
  /** What the code means, for the people who run the server; left out for an unknown code. */
  readonly means?: string;
};

export type Service = 'mail' | 'files' | 'database' | 'push';

const AUTHORITY =
  'o certificado não é de uma autoridade que esta máquina conhece: aponte NODE_EXTRA_CA_CERTS para a autoridade';
const CUT = 'a conexão foi cortada pelo outro lado ou no caminho';
const LATE = 'não respondeu a tempo: serviço parado ou lento, ou um firewall no caminho';
const NO_NAME = 'o nome da máquina não existe no DNS desta rede';
const NO_WAY = 'não há caminho de rede até a máquina';
const NO_TLS = 'a máquina não fala TLS nesta porta, ou só uma versão antiga';

/** What a failure on the way to any service means, by its code. */
const ON_THE_WAY: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'a máquina existe, mas nada atende nesta porta: confira o endereço e se o serviço está ligado',
  ENOTFOUND: NO_NAME,
  EAI_AGAIN: NO_NAME,
  EDNS: NO_NAME,
  ETIMEDOUT: LATE,
  TimeoutError: LATE,
  ECONNRESET: CUT,
  EPIPE: CUT,
  ECONNECTION: CUT,
  EHOSTUNREACH: NO_WAY,
  ENETUNREACH: NO_WAY,
  EPROTO: NO_TLS,
  ERR_SSL_WRONG_VERSION_NUMBER: NO_TLS,
  SELF_SIGNED_CERT_IN_CHAIN: AUTHORITY,
  DEPTH_ZERO_SELF_SIGNED_CERT: AUTHORITY,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: AUTHORITY,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: AUTHORITY,
  CERT_HAS_EXPIRED: 'o certificado da máquina venceu, ou o relógio desta máquina está errado',
  CERT_NOT_YET_VALID: 'o certificado da máquina ainda não vale, ou o relógio desta máquina está errado',
  ERR_TLS_CERT_ALTNAME_INVALID: 'o certificado é de uma máquina com outro nome: use esse nome no endereço',
  ENOSPC: 'o disco está cheio',
  EDQUOT: 'a cota do disco está cheia',
  EACCES: 'o usuário do servidor não tem permissão ali',
  EROFS: 'o disco está montado só para leitura',
  EMFILE: 'há arquivos abertos demais: aumente o limite (LimitNOFILE)',
};

const MAIL_LOGIN = 'o servidor de e-mail não aceitou o usuário e a senha de SMTP_URL';
const LATER = 'o servidor de e-mail não recebe agora: lista cinza, limite ou espaço; o envio é repetido';
const KEYS = 'a chave de acesso ou o segredo estão errados';
const NO_BUCKET = 'o bucket não existe com esse nome nesse serviço: crie-o ou corrija o endereço';
const NO_ACCESS = 'a chave não pode usar este bucket: dê a ela leitura, escrita, exclusão e listagem';
const REGION = 'o bucket fica em outra região: corrija region= no endereço';
const STARTING = 'o PostgreSQL está iniciando, parando ou em recuperação';
const LOGIN = 'o PostgreSQL não aceitou o usuário e a senha de DATABASE_URL';
const VAPID = 'o serviço de push não aceita as chaves VAPID deste servidor';

const OF_SERVICE: Readonly<Record<Service, Readonly<Record<string, string>>>> = {
  mail: {
    421: 'o servidor de e-mail está fechando ou com conexões demais',
    450: LATER,
    451: LATER,
    452: LATER,
    530: 'o servidor de e-mail exige TLS ou usuário e senha antes de aceitar: ponha-os em SMTP_URL',
    534: MAIL_LOGIN,
    535: MAIL_LOGIN,
    538: 'o servidor de e-mail só aceita senha com TLS: use smtps:// ou uma porta com STARTTLS',
    550: 'o servidor de e-mail não conhece o destinatário, ou recusa o remetente ou esta máquina por uma regra',
    551: 'o destinatário não é deste servidor de e-mail',
    552: 'a caixa do destinatário está cheia, ou a mensagem é grande demais',
    553: 'o servidor de e-mail não aceita o endereço do remetente ou do destinatário: confira MAIL_FROM',
    554: 'o servidor de e-mail recusa esta máquina, o remetente ou a mensagem: lista de bloqueio ou regra contra spam',
    EAUTH: MAIL_LOGIN,
    ETLS: 'o servidor de e-mail não oferece TLS, e uma senha não vai sem ele: use smtps:// ou outra porta',
    EPROTOCOL: 'o que atende nesta porta não é um servidor de e-mail',
  },
  files: {
    NoSuchBucket: NO_BUCKET,
    AccessDenied: NO_ACCESS,
    InvalidAccessKeyId: KEYS,
    SignatureDoesNotMatch: KEYS,
    RequestTimeTooSkewed: 'o relógio desta máquina difere demais do relógio do serviço',
    PermanentRedirect: REGION,
    AuthorizationHeaderMalformed: REGION,
    SlowDown: 'o serviço está ocupado e pede menos pedidos; o envio é repetido',
    301: REGION,
    403: NO_ACCESS,
    404: NO_BUCKET,
    500: 'o serviço de arquivos tem um defeito interno',
    503: 'o serviço de arquivos está ocupado ou parado',
    507: 'o serviço de arquivos está sem espaço',
  },
  database: {
    '28P01': LOGIN,
    '28000': `${LOGIN}, ou o pg_hba.conf não deixa esta máquina entrar`,
    '3D000': 'o banco de dados de DATABASE_URL não existe: crie-o',
    '42501': 'falta um direito no banco de dados: veja os papéis em PostgreSQL',
    '53100': 'o disco do PostgreSQL está cheio',
    '53200': 'o PostgreSQL está sem memória',
    '53300': 'o PostgreSQL não aceita mais conexões: aumente max_connections ou use DATABASE_POOL_URL',
    '25006': 'o PostgreSQL só aceita leitura: disco cheio, ou é uma réplica',
    '57P01': STARTING,
    '57P02': STARTING,
    '57P03': STARTING,
    '57014': 'o comando passou do tempo: o PostgreSQL está lento ou espera por outro',
    '40P01': 'dois comandos esperaram um pelo outro; o trabalho é repetido',
    '55P03': 'uma tabela está presa por outro trabalho, talvez uma migração',
    ENOENT: 'o soquete do PostgreSQL não existe: ele está parado',
  },
  push: {
    401: VAPID,
    403: VAPID,
    400: 'o serviço de push recusa esta mensagem',
    413: 'o serviço de push recusa a mensagem por ser grande demais',
    429: 'o serviço de push pede menos mensagens; o envio é repetido',
    500: 'o serviço de push tem um defeito interno; o envio é repetido',
    503: 'o serviço de push está ocupado; o envio é repetido',
  },
};

/**
 * Adds what the failure means. The status is looked up before the code, except for a file service,
 * whose code is more exact than its status.
 */
export function reasonAt(service: Service, facts: Omit<Reason, 'means'>): Reason {
  const names = [facts.code, ...(facts.status === undefined ? [] : [String(facts.status)])];
  if (service !== 'files') names.reverse();
  const means = names.map((name) => OF_SERVICE[service][name] ?? ON_THE_WAY[name]).find((one) => one !== undefined);
  return { ...facts, ...(means === undefined ? {} : { means }) };
}

export function withReason<Failure extends Error>(error: Failure, reason: Reason): Failure {
  return Object.assign(error, { reason });
}

/**
 * The reason of an error or of one of its causes; empty when neither a machine nor a disk failed.
 */
export function reasonOf(error: unknown): { readonly reason?: Reason } {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ('reason' in at && typeof at.reason === 'object') return { reason: at.reason as Reason };
    if ('syscall' in at && 'code' in at) return { reason: reasonOfDisk(String(at.code)) };
  }
  return {};
}

function reasonOfDisk(code: string): Reason {
  const means = ON_THE_WAY[code];
  return { code, ...(means === undefined ? {} : { means }) };
}

/**
 * The code of the system or of TLS under the one of a library, such as ECONNREFUSED under ESOCKET.
 */
export function innerCodeOf(error: unknown): string | undefined {
  let found: string | undefined;
  for (let at = error; at instanceof Error; at = at.cause)
    if ('code' in at && typeof at.code === 'string') found = at.code;
  return found;
}
