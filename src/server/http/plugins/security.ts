// Security headers (default 6): nothing inline, nothing from elsewhere. A <meta> in index.html and a rule in base.css
// keep out the style element that react-aria makes for presses. Modals on iOS add one more style element: its hash stands
// here, and test/server/http/security-headers.test.ts computes it anew from the package.

import fastifyHelmet from '@fastify/helmet';
import type { FastifyInstance, FastifyRequest } from 'fastify';

export const REACT_ARIA_STYLE_HASHES = [
  "'sha256-38RhXrc7EdReTKsOm23ZPOCUgniTUUcjky8QOOrQx6o='",
  "'sha256-gYiS/BvZvRcK27JIXTuwhZ3hs2+VJ1X+2gUlE+farlg='",
] as const;

const PERMISSIONS_POLICY =
  'accelerometer=(), autoplay=(self), camera=(self), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()';

export async function addSecurity(app: FastifyInstance): Promise<void> {
  await app.register(fastifyHelmet, {
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
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('Permissions-Policy', PERMISSIONS_POLICY);
    if (isSecure(request)) reply.header('Strict-Transport-Security', 'max-age=31536000');
    // Answers about people and documents are kept in no cache. The client's own files set other values themselves.
    if (request.routeOptions.config.session === true) reply.header('Cache-Control', 'private, no-store');
  });
}

/** Whether the browser uses https: by the connection, by what our proxy says of it, or by the public address. */
export function isSecure(request: FastifyRequest): boolean {
  return request.protocol === 'https' || (request.server.services.config.publicUrl?.startsWith('https:') ?? false);
}
