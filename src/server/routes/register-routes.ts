// Registers every route of the server.

import type { FastifyInstance } from 'fastify';
import { createDeviceMarks, deviceCookie } from '../http/plugins/device-cookie.ts';
import { createHumanVerification } from '../sessions/human-verification.ts';
import { createCopyRecord } from '../accesses/record-access.ts';
import { registerAccesses } from './accesses.ts';
import { registerAudit } from './audit.ts';
import { registerCalendar } from './calendar.ts';
import { registerDashboard, registerDocumentList } from './document-list.ts';
import { registerDocuments, registerDocumentViews, registerReassign } from './documents.ts';
import { registerEvents } from './events.ts';
import { registerExport } from './export.ts';
import { registerFiles, registerUploads } from './files.ts';
import { registerHealth, registerMetrics } from './health.ts';
import { registerImport } from './import.ts';
import { registerOpenApi } from './openapi.ts';
import { registerProfile, registerPush } from './profile.ts';
import { registerReferenceData, registerReferenceWrites } from './reference-data.ts';
import { registerOwnSessions, registerPasswordRecovery, registerSessionRoutes } from './session.ts';
import { registerReports } from './reports.ts';
import { registerSync } from './sync.ts';
import { registerInvitations, registerUsers, registerUserWrites } from './users.ts';

export function registerRoutes(app: FastifyInstance, options: { readonly secret: string }): void {
  const { database, config } = app.services;
  const human = createHumanVerification({ database, secret: options.secret, cost: config.humanVerificationCost });
  const device = deviceCookie(createDeviceMarks(options));
  registerHealth(app);
  registerMetrics(app);
  registerSessionRoutes(app, { human, device });
  registerPasswordRecovery(app, human);
  registerDashboard(app);
  registerDocumentList(app);
  const recordCopies = createCopyRecord();
  registerDocuments(app, { recordCopies });
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
  registerSync(app, { device, recordCopies });
  registerAccesses(app);
  registerAudit(app);
  registerExport(app);
  registerReports(app);
  registerUploads(app);
  registerEvents(app);
  registerOpenApi(app);
}
