// Reads the environment once and checks it at the start (default 13). One line per fault.

import * as v from 'valibot';
import { refusalsInProduction, warningsOf } from './config-refusals.ts';
import { isEmail, isPhone, isPublicAddress, isVapidPair, isWebAddress, readTrustProxy } from './config-values.ts';
import { readS3Address } from './s3-address.ts';

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '::1']);
const DEMO_PASSWORD_DEFAULT = 'malote-demo';
const DEMO_DOCUMENTS_MAX = 200_000;
/** The largest offset in milliseconds: moved back further, the clock would stand before 1970. */
const CLOCK_OFFSET_MAX_MS = 1.5e12;
const WHOLE = /^-?\d+$/;

/** The server's configuration. Absent optional parts are null. */
export type Config = {
  /** One line each, to be printed at the start. */
  readonly warnings: readonly string[];
  readonly production: boolean;
  readonly port: number;
  readonly host: string;
  /** The address that people open, without a trailing slash; null means the address of the request. */
  readonly publicUrl: string | null;
  readonly dataDir: string;
  readonly databaseUrl: string | null;
  readonly s3Url: string | null;
  readonly smtpUrl: string | null;
  /** Sender of e-mails, as in a From header; null means that it is made from the public address. */
  readonly mailFrom: string | null;
  /** null means that the secret is made once and kept in DATA_DIR. */
  readonly sessionSecret: string | null;
  readonly vapid: { readonly publicKey: string; readonly privateKey: string } | null;
  readonly demo: boolean;
  readonly demoPassword: string;
  readonly demoDocuments: number;
  /**
   * How many proxies stand in front of the server, or their addresses. What any other machine says about the client's
   * address is not believed.
   */
  readonly trustProxy: number | string;
  readonly clockOffsetMs: number;
  readonly logLevel: string;
  readonly humanVerificationCost: number;
  /** Requests per minute and session; 0 turns the limit off. */
  readonly rateLimit: number;
  /** How many event streams this process holds at a time. */
  readonly eventStreamsMax: number;
  /** Links of the login screen (rule H2); empty ones are hidden. */
  readonly links: Readonly<
    Record<'contactEmail' | 'contactPhone' | 'demonstrationUrl' | 'instagramUrl' | 'linkedinUrl', string>
  >;
};

function whole(name: string, range: { min: number; max: number; fallback: number }) {
  const message = `${name} precisa ser um número inteiro de ${range.min} a ${range.max}`;
  return v.optional(
    v.pipe(
      v.string(),
      v.regex(WHOLE, message),
      v.transform(Number),
      v.minValue(range.min, message),
      v.maxValue(range.max, message),
    ),
    String(range.fallback),
  );
}

function address(name: string, protocols: readonly string[]) {
  const wanted = protocols.map((protocol) => `${protocol}//`).join(' ou ');
  return v.optional(
    v.pipe(
      v.string(),
      v.check((text) => {
        const url = URL.canParse(text) ? new URL(text) : null;
        return url !== null && protocols.includes(url.protocol) && (url.host !== '' || protocols.includes('postgres:'));
      }, `${name} precisa ser um endereço que começa com ${wanted}`),
    ),
  );
}

/** A text that `isGood` accepts. `wanted` ends the sentence that names the variable. */
function text(name: string, check: { isGood?: (text: string) => boolean; wanted: string }) {
  return v.pipe(
    v.string(),
    v.check((value) => value.trim() !== '' && (check.isGood?.(value) ?? true), `${name} precisa ser ${check.wanted}`),
  );
}

const webLink = (name: string) =>
  v.optional(text(name, { isGood: isWebAddress, wanted: 'um endereço que começa com http:// ou https://' }));

const Environment = v.object({
  NODE_ENV: v.optional(
    v.picklist(['production', 'development', 'test'], 'NODE_ENV precisa ser production, development ou test'),
    'development',
  ),
  PORT: whole('PORT', { min: 0, max: 65_535, fallback: 3000 }),
  HOST: v.optional(
    text('HOST', { isGood: (host) => /^[\w.:%-]+$/.test(host), wanted: 'um endereço IP ou um nome desta máquina' }),
    '127.0.0.1',
  ),
  PUBLIC_URL: v.optional(
    text('PUBLIC_URL', {
      isGood: isPublicAddress,
      wanted: 'um endereço que começa com http:// ou https://, sem senha, ? e #',
    }),
  ),
  DATA_DIR: v.optional(text('DATA_DIR', { wanted: 'o caminho de uma pasta' }), './data'),
  DATABASE_URL: address('DATABASE_URL', ['postgres:', 'postgresql:']),
  S3_URL: address('S3_URL', ['http:', 'https:', 's3:']),
  SMTP_URL: address('SMTP_URL', ['smtp:', 'smtps:']),
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^[^\r\n]*$/, 'MAIL_FROM precisa ser um endereço de e-mail'),
      v.regex(/[^\s@<]@[^\s@>]+>?$/, 'MAIL_FROM precisa ser um endereço de e-mail'),
    ),
  ),
  SESSION_SECRET: v.optional(
    v.pipe(v.string(), v.minLength(32, 'SESSION_SECRET precisa ter pelo menos 32 caracteres')),
  ),
  VAPID_PUBLIC_KEY: v.optional(v.string()),
  VAPID_PRIVATE_KEY: v.optional(v.string()),
  DEMO: v.optional(v.picklist(['0', '1'], 'DEMO precisa ser 1 ou 0')),
  DEMO_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(6, 'DEMO_PASSWORD precisa ter pelo menos 6 caracteres'))),
  DEMO_DOCUMENTS: whole('DEMO_DOCUMENTS', { min: 0, max: DEMO_DOCUMENTS_MAX, fallback: 60 }),
  TRUST_PROXY: v.optional(
    text('TRUST_PROXY', {
      isGood: (value) => readTrustProxy(value) !== null,
      wanted: 'o número de proxies à frente do servidor (0 a 100) ou os endereços IP deles',
    }),
    '0',
  ),
  CLOCK_OFFSET_MS: whole('CLOCK_OFFSET_MS', { min: -CLOCK_OFFSET_MAX_MS, max: 2 * CLOCK_OFFSET_MAX_MS, fallback: 0 }),
  LOG_LEVEL: v.optional(
    v.picklist(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'LOG_LEVEL precisa ser fatal, error, warn, info, debug, trace ou silent',
    ),
    'info',
  ),
  HUMAN_VERIFICATION_COST: whole('HUMAN_VERIFICATION_COST', { min: 1, max: 1_000_000, fallback: 1000 }),
  RATE_LIMIT_PER_MINUTE: whole('RATE_LIMIT_PER_MINUTE', { min: 0, max: 1_000_000, fallback: 6000 }),
  EVENT_STREAMS_MAX: whole('EVENT_STREAMS_MAX', { min: 1, max: 1_000_000, fallback: 5000 }),
  CONTACT_EMAIL: v.optional(text('CONTACT_EMAIL', { isGood: isEmail, wanted: 'um endereço de e-mail' })),
  CONTACT_PHONE: v.optional(text('CONTACT_PHONE', { isGood: isPhone, wanted: 'um telefone' })),
  DEMONSTRATION_URL: webLink('DEMONSTRATION_URL'),
  INSTAGRAM_URL: webLink('INSTAGRAM_URL'),
  LINKEDIN_URL: webLink('LINKEDIN_URL'),
});
export type Environment = v.InferOutput<typeof Environment>;

export type ConfigReading = { readonly config: Config } | { readonly faults: readonly string[] };

/** Reads the variables; empty ones count as absent. Answers the configuration, or every fault as one line each. */
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
  if (demo && !LOOPBACK.has(environment.HOST) && environment.DEMO_PASSWORD === undefined) {
    faults.push(`DEMO_PASSWORD precisa ser definida, porque HOST=${environment.HOST} não é local (ou use DEMO=0)`);
  }
  if (environment.S3_URL !== undefined) {
    try {
      readS3Address(environment.S3_URL);
    } catch (error) {
      faults.push(error instanceof Error ? error.message : String(error));
    }
  }
  return [...faults, ...refusalsInProduction(environment, { demo, loopback: LOOPBACK.has(environment.HOST) })];
}

function isDemo(environment: Environment): boolean {
  return environment.DEMO === undefined ? environment.NODE_ENV !== 'production' : environment.DEMO === '1';
}

function configOf(environment: Environment): Config {
  return {
    warnings: warningsOf(environment),
    production: environment.NODE_ENV === 'production',
    port: environment.PORT,
    host: environment.HOST,
    publicUrl: environment.PUBLIC_URL === undefined ? null : withoutEndSlashes(environment.PUBLIC_URL),
    dataDir: environment.DATA_DIR,
    databaseUrl: environment.DATABASE_URL ?? null,
    s3Url: environment.S3_URL ?? null,
    smtpUrl: environment.SMTP_URL ?? null,
    mailFrom: environment.MAIL_FROM ?? null,
    sessionSecret: environment.SESSION_SECRET ?? null,
    vapid: vapidOf(environment),
    demo: isDemo(environment),
    demoPassword: environment.DEMO_PASSWORD ?? DEMO_PASSWORD_DEFAULT,
    demoDocuments: environment.DEMO_DOCUMENTS,
    trustProxy: readTrustProxy(environment.TRUST_PROXY) ?? 0,
    clockOffsetMs: environment.CLOCK_OFFSET_MS,
    logLevel: environment.LOG_LEVEL,
    humanVerificationCost: environment.HUMAN_VERIFICATION_COST,
    rateLimit: environment.RATE_LIMIT_PER_MINUTE,
    eventStreamsMax: environment.EVENT_STREAMS_MAX,
    links: {
      contactEmail: environment.CONTACT_EMAIL ?? '',
      contactPhone: environment.CONTACT_PHONE ?? '',
      demonstrationUrl: environment.DEMONSTRATION_URL ?? '',
      instagramUrl: environment.INSTAGRAM_URL ?? '',
      linkedinUrl: environment.LINKEDIN_URL ?? '',
    },
  };
}

function vapidOf({ VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey }: Environment): Config['vapid'] {
  return publicKey === undefined || privateKey === undefined ? null : { publicKey, privateKey };
}

function withoutEndSlashes(address: string): string {
  return address.endsWith('/') ? withoutEndSlashes(address.slice(0, -1)) : address;
}
