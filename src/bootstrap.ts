import 'reflect-metadata';
import type { Server } from 'node:http';
import path from 'node:path';
import { Logger } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { messageOf, systemErrorCode } from './common/domain-error.js';
import { removeLeftovers } from './common/leftover-files.js';
import { ConfigService } from './config/config.service.js';
import { JarvisPaths } from './config/jarvis-paths.js';
import { ErrorFilter } from './error.filter.js';
import { installSecurity } from './security/install-security.js';
import { IncidentLog } from './security/incidents/incident-log.js';
import { KnownSecretRedactor } from './security/known-secret-redactor.js';
import { SecretRedactor } from './security/secret-redactor.js';
import { ignorePageRange } from './page.module.js';
import { setRoutePrefix } from './route-prefix.js';
import { ServerLogger } from './server-logger.js';
import { createValidationPipe } from './validation.pipe.js';

/** Builds the application, ready to listen. Throws InvalidSettingsError for a settings.json that cannot be used. */
export async function createApplication(): Promise<NestExpressApplication> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    logger: new ServerLogger(new KnownSecretRedactor(new JarvisPaths().environmentFile)),
    abortOnError: false,
    bodyParser: false,
  });
  createHome(app.get(JarvisPaths));
  await installSecurity(app);
  ignorePageRange(app);
  setRoutePrefix(app);
  app.useGlobalPipes(createValidationPipe());
  app.useGlobalFilters(new ErrorFilter(app.get(SecretRedactor), app.get(IncidentLog)));
  app.enableShutdownHooks(['SIGTERM', 'SIGINT'], { useProcessExit: true });
  return app;
}

/** A home that cannot be written is no reason not to start: whoever asks for what needs it is told. */
function createHome(paths: JarvisPaths): void {
  try {
    paths.createDirectories();
    removeLeftovers([paths.base, paths.data, path.dirname(paths.settingsFile), path.dirname(paths.toolsFile)]);
  } catch (error) {
    const reason = systemErrorCode(error) ?? messageOf(error);
    new Logger('Start').error(`~/.jarvis cannot be written (${reason}): nothing can be stored. \`jarvis doctor\` says what to do.`);
  }
}

/** Listens where settings.json says and returns the URL under which the page is reached from this machine. */
export async function listen(app: NestExpressApplication): Promise<string> {
  const { host, port } = app.get(ConfigService).settings;
  const server = (await app.listen(port, host)) as Server;
  const address = server.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : port;
  const shown = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${actualPort}`;
}
