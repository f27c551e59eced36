// Every route of the server, one line per file of routes/.

import type { FastifyInstance } from 'fastify';
import { registerDashboard } from './routes/dashboard.ts';
import { registerDocumentList } from './routes/document-list.ts';
import { registerDocumentViews } from './routes/document-views.ts';
import { registerDocuments } from './routes/documents.ts';
import { registerEvents } from './routes/events.ts';
import { registerFiles } from './routes/files.ts';
import { registerHealth } from './routes/health.ts';
import { registerOpenApi } from './routes/openapi.ts';
import { registerPasswordRecovery } from './routes/password-recovery.ts';
import { registerProfile } from './routes/profile.ts';
import { registerPush } from './routes/push.ts';
import { registerReassign } from './routes/reassign.ts';
import { registerReferenceData } from './routes/reference-data.ts';
import { registerReferenceWrites } from './routes/reference-writes.ts';
import { registerSessionRoutes } from './routes/session.ts';
import { registerSync } from './routes/sync.ts';
import { registerUserWrites } from './routes/user-writes.ts';
import { registerUsers } from './routes/users.ts';

export function registerRoutes(app: FastifyInstance, options: { readonly secret: string }): void {
  registerHealth(app);
  registerSessionRoutes(app, options);
  registerPasswordRecovery(app);
  registerDashboard(app);
  registerDocumentList(app);
  registerDocuments(app);
  registerDocumentViews(app);
  registerFiles(app);
  registerReferenceData(app);
  registerUsers(app);
  registerReferenceWrites(app);
  registerUserWrites(app);
  registerProfile(app);
  registerPush(app);
  registerReassign(app);
  registerSync(app);
  registerEvents(app);
  registerOpenApi(app);
}
