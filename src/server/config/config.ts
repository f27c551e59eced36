// Reads the environment variables once, at the start, and checks them (default 13). Each fault is
// one line.

import * as v from 'valibot';
import { Environment, isVapidPair, readTrustProxy } from './environment.ts';
import { readS3Address } from './s3-address.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);
/** The demonstration's password. README.md prints it, so everybody knows it. */
export const DEMO_PASSWORD_DEFAULT = 'malote-demo';

/** The server's configuration. Null stands for an optional variable that is absent. */
export type Config = {
  /** One line each, to be printed at the start. */
  readonly warnings: readonly string[];
  readonly production: boolean;
  /**
   * True in production, or with a PUBLIC_URL that is not local. The server then makes no
   * demonstration and refuses a database that has one.
   */
  readonly published: boolean;
  /** Whether strangers can reach the server: it is published, or HOST is not local. */
  readonly reachable: boolean;
  readonly port: number;
  readonly host: string;
  /**
   * The address that people open, without a trailing slash; null means the address of the request.
   */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  /**
   * Address of a pooler in front of the same database, which requests use; null means that requests
   * connect to the database directly.
   */
  readonly databasePoolUrl: string | null;
  readonly s3Url: string | null;
  /**
   * Where the nightly backups go: a folder, or an address like that of S3_URL; null: no backups.
   */
  readonly backupTo: string | null;
  /**
   * The hour, by this machine's clock, at which the nightly backup begins, and how many are kept.
   */
  readonly backupHour: number;
  readonly backupKeep: number;
  readonly smtpUrl: string | null;
  /** Sender of e-mails, as in a From header; null means that it is made from the public address. */
  readonly mailFrom: string | null;
  /** E-mails that may be handed over in a minute, over all servers; null without a limit. */
  readonly mailPerMinute: number | null;
  /** null means that the secret is made once and kept in DATA_DIR. */
  readonly sessionSecret: string | null;
  readonly vapid: { readonly publicKey: string; readonly privateKey: string } | null;
  readonly demo: boolean;
  readonly demoPassword: string;
  readonly demoDocuments: number;
  /**
   * The number of proxies in front of the server, or their addresses. What any other machine says
   * about the client's address is ignored.
   */
  readonly trustProxy: number | string;
  readonly clockOffsetMs: number;
  readonly logLevel: string;
  /** Whether security events carry the address of the client. */
  readonly logClientAddress: boolean;
  readonly humanVerificationCost: number;
  /** Requests per minute and session; 0 turns the limit off. */
  readonly rateLimit: number;
  /**
   * How many connections one address may hold; behind a proxy, how many requests at a time. 0 turns
   * the limit off.
   */
  readonly connectionsPerAddress: number;
  /** A person who sees at least this many documents gets a bounded copy on their devices. */
  readonly boundedFrom: number;
  /** How much a tenant and a person may store, in MB; 0 means a share of the disk (S158). */
  readonly storagePerTenantMb: number;
  readonly storagePerPersonMb: number;
  /** The token that GET /metrics requires; null: there is no such route. */
  readonly metricsToken: string | null;
  /**
   * How long after SIGTERM the server still takes requests, while GET /health/ready answers 503.
   */
  readonly stopDelayMs: number;
  /** How many event streams this process holds at a time. */
  readonly eventStreamsMax: number;
};

type ConfigReading = { readonly config: Config } | { readonly faults: readonly string[] };

/**
 * Reads the variables; empty ones count as absent. Returns the configuration, or every fault as one
 * line each.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): ConfigReading {
  const given = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = v.safeParse(Environment, given);
  if (!result.success) {
    return { faults: [...new Set(result.issues.map((issue) => issue.message))] };
  }
  const faults = faultsBetween(result.output);
  return faults.length > 0 ? { faults } : { config: configOf(result.output) };
}

/** The address people open, without a trailing slash. */
export function addressOf(config: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/**
 * The host name of PUBLIC_URL, the address that all tenants share (S248); null without PUBLIC_URL.
 */
export function commonHostOf({ publicUrl }: Pick<Config, 'publicUrl'>): string | null {
  return publicUrl === null ? null : new URL(publicUrl).hostname;
}

/** The public address with the tenant's own host name in it, where the tenant has one (S248). */
export function addressAt(publicUrl: string, host: string | null): string {
  if (host === null) return publicUrl;
  const address = new URL(publicUrl);
  address.hostname = host;
  return withoutEndSlashes(address.href);
}

function faultsBetween(environment: Environment): string[] {
  const faults: string[] = [];
  const demo = isDemo(environment);
  if ((environment.VAPID_PUBLIC_KEY === undefined) !== (environment.VAPID_PRIVATE_KEY === undefined)) {
    faults.push('VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY vêm juntas');
  }
  const vapid = vapidOf(environment);
  if (vapid !== null && !isVapidPair(vapid)) {
    faults.push(
      'VAPID_PUBLIC_KEY e VAPID_PRIVATE_KEY precisam ser um par de chaves de web push (npx web-push generate-vapid-keys), ou ficar vazias',
    );
  }
  if (environment.DATABASE_POOL_URL !== undefined && environment.DATABASE_URL === undefined) {
    faults.push('DATABASE_POOL_URL precisa de DATABASE_URL, o endereço do mesmo banco sem o pooler');
  }
  if (demo && isPublic(environment)) {
    faults.push('DEMO=1 não é aceito com NODE_ENV=production ou com uma PUBLIC_URL que não é local: use DEMO=0');
  } else if (demo && !LOOPBACK.has(environment.HOST) && environment.DEMO_PASSWORD === undefined) {
    faults.push(`DEMO_PASSWORD precisa ser definida, porque HOST=${environment.HOST} não é local (ou use DEMO=0)`);
  }
  for (const variable of ['S3_URL', 'BACKUP_TO'] as const) {
    const given = environment[variable];
    if (given === undefined || !isBucket(given)) continue;
    try {
      readS3Address(given, variable);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  return [...faults, ...refusalsInProduction(environment, { loopback: LOOPBACK.has(environment.HOST) })];
}

/**
 * Whether a place for files is named by the address of a bucket, and not by the path of a folder.
 */
export function isBucket(place: string): boolean {
  return /^(s3|https?):\/\//.test(place);
}

/** Without DEMO, the demonstration is made unless the server is published. */
function isDemo(environment: Environment): boolean {
  return environment.DEMO === undefined ? !isPublic(environment) : environment.DEMO === '1';
}

function isPublic({ NODE_ENV, PUBLIC_URL }: Environment): boolean {
  return NODE_ENV === 'production' || (PUBLIC_URL !== undefined && !isLocalAddress(PUBLIC_URL));
}

function configOf(environment: Environment): Config {
  return {
    warnings: warningsOf(environment),
    production: environment.NODE_ENV === 'production',
    published: isPublic(environment),
    reachable: isPublic(environment) || !LOOPBACK.has(environment.HOST),
    port: environment.PORT,
    host: environment.HOST,
    publicUrl: environment.PUBLIC_URL === undefined ? null : withoutEndSlashes(environment.PUBLIC_URL),
    dataDir: environment.DATA_DIR,
    databaseUrl: environment.DATABASE_URL ?? null,
    databasePoolUrl: environment.DATABASE_POOL_URL ?? null,
    s3Url: environment.S3_URL ?? null,
    backupTo: environment.BACKUP_TO ?? null,
    backupHour: environment.BACKUP_HOUR,
    backupKeep: environment.BACKUP_KEEP,
    smtpUrl: environment.SMTP_URL ?? null,
    mailFrom: environment.MAIL_FROM ?? null,
    mailPerMinute: environment.MAIL_PER_MINUTE === 0 ? null : environment.MAIL_PER_MINUTE,
    sessionSecret: environment.SESSION_SECRET ?? null,
    vapid: vapidOf(environment),
    demo: isDemo(environment),
    demoPassword: environment.DEMO_PASSWORD ?? DEMO_PASSWORD_DEFAULT,
    demoDocuments: environment.DEMO_DOCUMENTS,
    trustProxy: readTrustProxy(environment.TRUST_PROXY) ?? 0,
    clockOffsetMs: environment.CLOCK_OFFSET_MS,
    logLevel: environment.LOG_LEVEL,
    logClientAddress: environment.LOG_CLIENT_ADDRESS === '1',
    humanVerificationCost: environment.HUMAN_VERIFICATION_COST,
    rateLimit: environment.RATE_LIMIT_PER_MINUTE,
    connectionsPerAddress: environment.CONNECTIONS_PER_ADDRESS,
    boundedFrom: environment.BOUNDED_FROM,
    storagePerTenantMb: environment.STORAGE_PER_TENANT_MB,
    storagePerPersonMb: environment.STORAGE_PER_PERSON_MB,
    metricsToken: environment.METRICS_TOKEN ?? null,
    stopDelayMs: environment.STOP_DELAY_SECONDS * 1000,
    eventStreamsMax: environment.EVENT_STREAMS_MAX,
  };
}

function vapidOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Environment): Config['vapid'] {
  return publicKey === undefined || privateKey === undefined ? null : { publicKey, privateKey };
}

function withoutEndSlashes(address: string): string {
  return address.endsWith('/') ? withoutEndSlashes(address.slice(0, -1)) : address;
}

const SHARED_SECRETS = ['SESSION_SECRET', 'VAPID_PUBLIC_KEY', 'VAPID_PRIVATE_KEY'] as const;
const DEFAULT_WORDS = /change|secret|segredo|default|example|malote/i;

// In production the server does not start with a default or empty secret, or plain http on a public
// address (default 13).

/** The reasons against starting in production, one line each; empty elsewhere. */
function refusalsInProduction(environment: Environment, facts: { readonly loopback: boolean }): string[] {
  if (environment.NODE_ENV !== 'production') return [];
  const refusals: string[] = [];
  if (environment.CLOCK_OFFSET_MS !== 0) refusals.push('CLOCK_OFFSET_MS não é aceito com NODE_ENV=production');
  if (environment.SESSION_SECRET !== undefined && isWeakSecret(environment.SESSION_SECRET)) {
    refusals.push(
      'SESSION_SECRET é fácil de adivinhar ou parece um valor de exemplo: gere um com openssl rand -base64 32 ou deixe a variável vazia',
    );
  }
  refusals.push(...warningsOf(environment));
  const https = environment.PUBLIC_URL?.startsWith('https:') ?? false;
  if (https && readTrustProxy(environment.TRUST_PROXY) === 0) {
    refusals.push(
      'TRUST_PROXY precisa ser definida (1 = um proxy) quando PUBLIC_URL começa com https://: é um proxy que recebe o https, e sem ela todos os visitantes contam como um só endereço',
    );
  }
  if (!https && !facts.loopback) {
    refusals.push('PUBLIC_URL precisa começar com https:// quando HOST não é local e NODE_ENV=production');
  }
  if (!https && environment.PUBLIC_URL !== undefined && !isLocalAddress(environment.PUBLIC_URL)) {
    refusals.push('PUBLIC_URL usa http:// em um endereço público: use https://');
  }
  return [...new Set(refusals)];
}

/**
 * One line when database and files are on other machines and a shared secret is missing. Several
 * servers may use them then, and each would make secrets of its own.
 */
function warningsOf(environment: Environment): string[] {
  if (environment.DATABASE_URL === undefined || environment.S3_URL === undefined) return [];
  const missing = SHARED_SECRETS.filter((name) => environment[name] === undefined);
  if (missing.length === 0) return [];
  const why = 'com DATABASE_URL e S3_URL pode haver várias máquinas, e cada uma criaria os seus';
  return [`${missing.join(', ')}: defina com o mesmo valor em todas (${why})`];
}

/** Whether a secret is made of words from examples, or is easy to guess. */
function isWeakSecret(secret: string): boolean {
  return DEFAULT_WORDS.test(secret) || bitsOf(secret) < SECRET_BITS_MIN;
}

/** Whether the address leads to this machine only. */
function isLocalAddress(address: string): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(address).hostname);
}

// How hard a configured secret is to guess: a careful estimate in bits. What people make up (words,
// years, rows of the keyboard, repetitions) counts little, whatever its length. What a generator
// made counts nearly in full.

/** A secret with fewer bits is refused. 128 random bits in hexadecimal are judged at about 105. */
const SECRET_BITS_MIN = 64;

const WORD_BITS = 11;
const LETTER_OF_WORDS_BITS = 2;
const NEIGHBOUR_BITS = 1;
const SIGN_BITS = 5;
/**
 * Splits a secret into words (`Prefeitura`, `prefeitura`, `PREFEITURA`), numbers and single signs.
 */
const PARTS = /\p{Lu}?\p{Ll}+|\p{Lu}+|\p{Nd}+|[^\p{L}\p{Nd}]/gu;
const VOWELS = /[aeiouyà-ü]/gi;
/** No word of Portuguese or English has five consonants in a row. */
const NO_WORD = /[^aeiouyà-ü]{5}/i;
/** Keys in their order on the keyboard. A key beside the one before adds almost no choice. */
const KEYBOARD = 'qwertyuiop asdfghjkl zxcvbnm 1234567890';

function bitsOf(secret: string): number {
  const seen = new Set<string>();
  let bits = 0;
  for (const [part] of withoutRepeats(secret).matchAll(PARTS)) {
    const known = part.toLowerCase();
    const isRepeated = seen.has(known) && (part.length > 2 || !/[\p{L}\p{Nd}]/u.test(part));
    seen.add(known);
    if (!isRepeated) bits += bitsOfPart(known);
  }
  return bits;
}

/** The text without repetitions of three or more characters that occurred before. */
function withoutRepeats(text: string): string {
  const lower = text.toLowerCase();
  return [...text]
    .filter((_character, place) => place < 2 || lower.slice(0, place).indexOf(lower.slice(place - 2, place + 1)) < 0)
    .join('');
}

function bitsOfPart(part: string): number {
  if (!/^[\p{L}\p{Nd}]/u.test(part)) return SIGN_BITS;
  const each = Math.log2(/^\p{Nd}/u.test(part) ? 10 : 26);
  const characters = [...part];
  const asTyped = characters
    .map((character, place) => (follows(characters[place - 1], character) ? NEIGHBOUR_BITS : each))
    .reduce((sum, bits) => sum + bits, 0);
  const asWords = part.length > 12 ? part.length * LETTER_OF_WORDS_BITS : WORD_BITS;
  return looksWritten(part) ? Math.min(asTyped, asWords) : asTyped;
}

/**
 * Whether the letters could be a word: at least a third of them are vowels, and no five consonants
 * stand in a row.
 */
function looksWritten(part: string): boolean {
  const vowels = part.match(VOWELS)?.length ?? 0;
  return part.length > 3 && vowels * 3 >= part.length && !NO_WORD.test(part);
}

/**
 * Whether a character repeats the one before it, or is its neighbour in the alphabet, among digits
 * or on the keyboard.
 */
function follows(before: string | undefined, character: string): boolean {
  if (before === undefined) return false;
  const [first, second] = [KEYBOARD.indexOf(before), KEYBOARD.indexOf(character)];
  const step = Math.abs((character.codePointAt(0) ?? 0) - (before.codePointAt(0) ?? 0));
  return step <= 1 || (first >= 0 && second >= 0 && Math.abs(first - second) === 1);
}
