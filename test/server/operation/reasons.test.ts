// Why mail, files, the database and push failed: the log says host, code and what it means, and
// nothing that was sent or answered.

import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createServer as createTlsServer } from 'node:tls';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import webpush from 'web-push';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { type Reason, reasonOf } from '#server/config/reasons.ts';
import { readS3Address } from '#server/config/s3-address.ts';
import { connectOwner } from '#server/db/connections.ts';
import { openDatabase } from '#server/db/database.ts';
import { STORAGE_KEY } from '#server/files/file-store.ts';
import { openS3Store } from '#server/files/s3-store.ts';
import { createMailer } from '#server/mail/mailer.ts';
import { passwordResetMessage } from '#server/mail/messages.ts';
import { createPushSender } from '#server/push/push-sender.ts';
import { Hopeless } from '#server/reporting/errors.ts';
import { createLog } from '#server/reporting/log.ts';
import { subscriptionText } from '../harness/fake-push-service.ts';
import { startFakeSmtp } from '../harness/fake-smtp.ts';
import { startS3Service } from '../harness/s3-service.ts';

/** A certificate that no authority has signed, and its key. */
const SELF_SIGNED = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBfzCCASWgAwIBAgIUY19ZrmkwibMfMa5IzPhcjDkgl7AwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyODAzMzcxOVoYDzIxMjYxMTA0
MDMzNzE5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAASDk0QjEGFFOb+HvU16NLW4OAg/IIdnyfcW6KpoYmV10s67rjuNN8cj
YNPHLQkKv4IQFT8+9teu6sNx/AupzI7so1MwUTAdBgNVHQ4EFgQUkAdi/arhMS1B
jy5zRDBvFxmDr1YwHwYDVR0jBBgwFoAUkAdi/arhMS1Bjy5zRDBvFxmDr1YwDwYD
VR0TAQH/BAUwAwEB/zAKBggqhkjOPQQDAgNIADBFAiAGbUr/3628QPVAcUDVftaG
WfuopQ4nAJN0iX/OarYAYwIhANyR121LGaAny00rg+7Dj3UqYgmoFr+QS8+NYX8p
3XAH
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgS+O1eJWO2yJ0qnEm
x54cyeMvU+Yvy+mEeH7ihIGyB4OhRANCAASDk0QjEGFFOb+HvU16NLW4OAg/IIdn
yfcW6KpoYmV10s67rjuNN8cjYNPHLQkKv4IQFT8+9teu6sNx/AupzI7s
-----END PRIVATE KEY-----
`,
};
const ASKS = '250-hello\r\n250 AUTH PLAIN\r\n';
const REFUSES = '535 5.7.8 wrong password for escondido\r\n';
const SECRETS = /escondido|Zé|ze@|password-reset|no such|wrong|blocked/i;

const closing: (() => Promise<void>)[] = [];
let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'malote-reasons-'));
});
afterAll(async () => {
  for (const close of closing) await close();
  await rm(folder, { recursive: true, force: true });
});

async function listening(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => void server.close());
  return (server.address() as AddressInfo).port;
}

/** A port on which nothing listens. */
async function closedPort(): Promise<number> {
  const server = createSocketServer();
  const port = await listening(server);
  server.close();
  await once(server, 'close');
  return port;
}

/** The reason of what `work` throws, after a look at the line that the log writes of it. */
async function reasonFor(work: () => Promise<unknown>): Promise<Reason | undefined> {
  const error = await work().then(
    () => null,
    (thrown: unknown) => thrown,
  );
  const lines: string[] = [];
  createLog('info', { write: (line) => void lines.push(line) }).error(
    { event: 'job_failed', err: error, ...reasonOf(error) },
    'x',
  );
  expect(lines.join()).not.toMatch(SECRETS);
  return reasonOf(error).reason;
}

describe('mail', () => {
  const sending = (url: string) => (): Promise<void> => {
    const mailer = createMailer({ smtpUrl: url, folder: '', from: 'Malote <m@malote.example>', clock: () => 0 });
    const message = passwordResetMessage(
      { name: 'Zé', email: 'ze@pmvi.example' },
      'https://m.example/password-reset/x',
    );
    return mailer.send(message).finally(() => mailer.close());
  };

  it.each([
    ['220 ', '554 blocked, see https://list.example', 554, /lista de bloqueio/],
    ['MAIL', '530 5.7.0 Must issue a STARTTLS command first', 530, /exige TLS ou usuário e senha/],
    ['RCPT', '550 5.1.1 no such mailbox', 550, /não conhece o destinatário/],
    ['.', '451 later', 451, /não recebe agora/],
  ])('a server that answers %s with %s', async (line, answer, status, means) => {
    const smtp = await startFakeSmtp();
    smtp.answers.set(line, answer);
    const { host } = new URL(smtp.url);
    expect(await reasonFor(sending(smtp.url))).toEqual({
      host,
      status,
      code: expect.stringMatching(/^E[A-Z]+$/),
      means: expect.stringMatching(means),
    });
    await smtp.close();
  });

  it('a server that answers 535 to the password', async () => {
    const asking = createTlsServer(SELF_SIGNED, (socket) => {
      socket.write('220 hello\r\n');
      socket.on('data', (line: Buffer) => socket.write(line.toString().startsWith('EHLO') ? ASKS : REFUSES));
    });
    const host = `127.0.0.1:${await listening(asking)}`;
    const send = sending(`smtps://u:escondido@${host}/?tls.rejectUnauthorized=false`);
    await expect(send()).rejects.not.toBeInstanceOf(Hopeless);
    expect(await reasonFor(send)).toEqual({
      host,
      code: 'EAUTH',
      status: 535,
      means: expect.stringContaining('não aceitou o usuário e a senha de SMTP_URL'),
    });
  });

  it('a server that closes, none at all, a certificate that nobody signed, and one that is no mail server', async () => {
    const closes = await listening(createSocketServer((socket) => void socket.end('220 hello\r\n')));
    expect(await reasonFor(sending(`smtp://127.0.0.1:${closes}`))).toMatchObject({
      code: 'ECONNECTION',
      means: expect.stringContaining('cortada'),
    });
    expect(await reasonFor(sending(`smtp://127.0.0.1:${await closedPort()}`))).toMatchObject({
      code: 'ECONNREFUSED',
      means: expect.stringContaining('nada atende nesta porta'),
    });
    const unsigned = await listening(createTlsServer(SELF_SIGNED));
    expect(await reasonFor(sending(`smtps://u:escondido@127.0.0.1:${unsigned}`))).toEqual({
      host: `127.0.0.1:${unsigned}`,
      code: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      means: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
    });
    const web = await listening(createSocketServer((socket) => void socket.end('HTTP/1.1 400 no\r\n\r\n')));
    expect(await reasonFor(sending(`smtp://127.0.0.1:${web}`))).toMatchObject({
      means: expect.stringContaining('não é um servidor de e-mail'),
    });
  });
});

describe('files', () => {
  const using =
    (url: string, silenceMs = 10_000) =>
    async (): Promise<void> => {
      const place = { prefix: 'files/', form: STORAGE_KEY, silenceMs };
      await (await openS3Store(readS3Address(url), place)).put(Readable.from([Buffer.from('x')]), { maxBytes: 9 });
    };
  const answering = async (answer: RequestListener): Promise<string> =>
    `http://chave:escondido@127.0.0.1:${await listening(createServer(answer))}/b?path-style=1`;

  it('a wrong key, a bucket that is not there', async () => {
    const service = await startS3Service(join(folder, 's3'));
    closing.push(service.close);
    const { host } = new URL(service.url);
    expect(await reasonFor(using(service.url.replace('S3RVER:S3RVER', 'ninguem:escondido')))).toEqual({
      host,
      code: 'InvalidAccessKeyId',
      status: 403,
      means: expect.stringContaining('o segredo estão errados'),
    });
    expect(await reasonFor(using(service.url.replace('/malote', '/nenhum')))).toEqual({
      host,
      code: 'NoSuchBucket',
      status: 404,
      means: expect.stringContaining('o bucket não existe'),
    });
  });

  it('a service that refuses, is silent, is away', async () => {
    const refuses = await answering((request, response) => {
      request.resume();
      response.writeHead(403, { 'Content-Type': 'application/xml' });
      response.end('<?xml version="1.0"?><Error><Code>AccessDenied</Code><Message>escondido</Message></Error>');
    });
    expect(await reasonFor(using(refuses))).toMatchObject({
      code: 'AccessDenied',
      means: expect.stringContaining('a chave não pode usar este bucket'),
    });
    const silent = await answering((request) => void request.resume());
    expect(await reasonFor(using(silent, 200))).toMatchObject({
      code: 'TimeoutError',
      means: expect.stringContaining('não respondeu a tempo'),
    });
    const away = `http://chave:escondido@127.0.0.1:${await closedPort()}/b?path-style=1`;
    expect(await reasonFor(using(away))).toMatchObject({ code: 'ECONNREFUSED', host: new URL(away).host });
  });
});

describe('the database', () => {
  const postgres = inject('postgres');
  const at = postgres.host.startsWith('/') ? postgres.host : `${postgres.host}:${postgres.port}`;

  it('one that is not there, a server that is away', async () => {
    expect(await reasonFor(() => connectOwner({ ...postgres, database: 'nenhum' }))).toEqual({
      host: at,
      code: '3D000',
      means: expect.stringContaining('o banco de dados de DATABASE_URL não existe'),
    });
    const away = { ...postgres, host: '127.0.0.1', port: await closedPort() };
    expect(await reasonFor(() => connectOwner(away))).toEqual({
      host: `127.0.0.1:${away.port}`,
      code: 'ECONNREFUSED',
      means: expect.stringContaining('nada atende'),
    });
  });

  it('a connection that is ended in the middle, while a mistake of ours has no reason', async () => {
    const connection = { ...postgres, database: inject('template') };
    const name = `reasons_${process.pid}`;
    const admin = new pg.Client({ ...postgres, database: 'postgres' });
    await admin.connect();
    await admin.query(`create database ${name} template ${connection.database}`);
    const database = await openDatabase({ connection: { ...postgres, database: name }, onError: () => undefined });
    const ended = async (): Promise<void> => {
      const waiting = database.asSystem((tx) => tx.execute(sql`select pg_sleep(60)`));
      const end = `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity
        where datname = '${name}' and query = 'select pg_sleep(60)' and state = 'active'`;
      // The statement may fail before the poll has its answer, so it is listened to from the start.
      const settled = Promise.allSettled([waiting]);
      await expect.poll(async () => (await admin.query<{ ended: number }>(end)).rows[0]?.ended).toBe(1);
      await settled;
      await waiting;
    };
    expect(await reasonFor(ended)).toEqual({ host: at, code: '57P01', means: expect.stringContaining('parando') });
    expect(await reasonFor(() => database.onceAsSystem((tx) => tx.execute(sql`select 1 / 0`)))).toBeUndefined();
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
});

describe('push', () => {
  const sender = (transport?: () => Promise<{ status: number }>) =>
    createPushSender({
      keys: webpush.generateVAPIDKeys(),
      contact: 'https://malote.example',
      isKnownEndpoint: () => true,
      ...(transport === undefined ? {} : { transport }),
    });
  const notice = { title: 'escondido', body: 'escondido', navigate: 'https://m.example/', tag: 'escondido' };

  it('a service that refuses the keys, is busy, is away', async () => {
    const device = subscriptionText('https://push.example/escondido');
    const answered = (status: number) => () => sender(async () => ({ status })).send(device, notice);
    expect(await reasonFor(answered(403))).toEqual({
      host: 'push.example',
      code: 'HTTP',
      status: 403,
      means: expect.stringContaining('VAPID'),
    });
    expect(await reasonFor(answered(429))).toMatchObject({ means: expect.stringContaining('menos mensagens') });
    const away = subscriptionText(`https://127.0.0.1:${await closedPort()}/escondido`);
    expect(await reasonFor(() => sender().send(away, notice))).toMatchObject({
      host: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      code: 'ECONNREFUSED',
    });
  });
});
