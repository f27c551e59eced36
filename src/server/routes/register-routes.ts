// Registers every route of the server, one line per file of routes/.

import type { FastifyInstance } from 'fastify';
import { deviceCookie } from '../http/plugins/device-cookie.ts';
import { createDeviceMarks } from '../sessions/device-marks.ts';
import { createHumanVerification } from '../sessions/human-verification.ts';
import { registerCalendar } from './calendar.ts';
import { registerDashboard } from './dashboard.ts';
import { registerDocumentList } from './document-list.ts';
import { registerDocumentViews } from './document-views.ts';
import { registerDocuments } from './documents.ts';
import { registerEvents } from './events.ts';
import { registerFiles } from './files.ts';
import { registerHealth } from './health.ts';
import { registerImport } from './import.ts';
import { registerInvitations } from './invitations.ts';
import { registerOpenApi } from './openapi.ts';
import { registerOwnSessions } from './own-sessions.ts';
import { registerPasswordRecovery } from './password-recovery.ts';
import { registerProfile } from './profile.ts';
import { registerPush } from './push.ts';
import { registerReassign } from './reassign.ts';
import { registerReferenceData } from './reference-data.ts';
import { registerReferenceWrites } from './reference-writes.ts';
import { registerSessionRoutes } from './session.ts';
import { registerSync } from './sync.ts';
import { registerUploads } from './uploads.ts';
import { registerUserWrites } from './user-writes.ts';
import { registerUsers } from './users.ts';

export function registerRoutes(app: FastifyInstance, options: { readonly secret: string }): void {
  const { database, config } = app.services;
  const human = createHumanVerification({ database, secret: options.secret, cost: config.humanVerificationCost });
  const device = deviceCookie(createDeviceMarks(options));
  registerHealth(app);
  registerSessionRoutes(app, { human, device });
  registerPasswordRecovery(app, human);
  registerDashboard(app);
  registerDocumentList(app);
  registerDocuments(app);
  registerDocumentViews(app);
  registerFiles(app);
  registerReferenceData(app);
  registerUsers(app);
  registerReferenceWrites(app);
  registerUserWrites(app);
  registerImport(app);
  registerInvitations(app);
  registerProfile(app);
  registerOwnSessions(app);
  registerCalendar(app);
  registerPush(app);
  registerReassign(app);
  registerSync(app, { device });
  registerUploads(app);
  registerEvents(app);
  registerOpenApi(app);
}
