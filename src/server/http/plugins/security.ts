// Security headers (default 6): nothing inline, nothing from elsewhere. A <meta> in index.html and
// a rule in base.css keep out the style element that react-aria makes for presses. Modals on iOS
// write styles of their own: their hashes stand here, and test/server/http/security-headers.test.ts
// computes them anew from the package.

import fastifyHelmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';

export const REACT_ARIA_STYLE_HASHES = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
] as const;

const PERMISSIONS_POLICY =
  'accelerometer=(), autoplay=(self), camera=(self), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()';

const OPTIONS: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      scriptSrc: ["'self'"],
      workerSrc: ["'self'"],
      styleSrc: ["'self'", ...REACT_ARIA_STYLE_HASHES],
      imgSrc: ["'self'", 'data:', 'blob:'],
      connectSrc: ["'self'"],
      // A PDF kept on the device is shown in a frame from the device's own bytes.
      frameSrc: ["'self'", 'blob:'],
      objectSrc: ["'none'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      formAction: ["'self'"],
    },
  },
  referrerPolicy: { policy: 'no-referrer' },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
};

export async function addSecurity(app: FastifyInstance): Promise<void> {
  const headers = await securityHeaders();
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers);
    if (isSecure(request)) reply.header('Strict-Transport-Security', 'max-age=31536000');
    // Answers about people and documents are kept in no cache. The client's own files set other
    // values themselves.
    if (request.routeOptions.config.session === true) reply.header('Cache-Control', 'private, no-store');
  });
}

/**
 * The headers of every answer. They are constant, but helmet computes them for each answer. So they
 * are taken once, from an answer that has only them.
 */
export async function securityHeaders(): Promise<Record<string, string>> {
  const bare = Fastify();
  bare.get('/', async () => '');
  const plain = await bare.inject('/');
  await bare.close();
  const helmeted = Fastify();
  await helmeted.register(fastifyHelmet, OPTIONS);
  helmeted.get('/', async () => '');
  const { headers } = await helmeted.inject('/');
  await helmeted.close();
  const own = Object.entries(headers).filter(([name]) => !(name in plain.headers));
  return {
    ...Object.fromEntries(own.map(([name, value]) => [name, String(value)])),
    'permissions-policy': PERMISSIONS_POLICY,
  };
}

/**
 * Whether the browser uses https: by the connection, by what our proxy says of it, or by the public
 * address.
 */
export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || (request.server.services.config.publicUrl?.startsWith('https:') ?? false);
}
