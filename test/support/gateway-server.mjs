/**
 * The whole server with other times than the usual ones in its gateway, for tests that cannot wait half a minute: as built, but not
 * bundled. The first argument is a JSON object of GatewayOptions; HOME is the test's. Says where it listens like the server.
 */
import 'reflect-metadata';
import { Test } from '@nestjs/testing';
import { AppModule } from '../../build/app.module.js';
import { GATEWAY_OPTIONS, GATEWAY_OPTIONS_TOKEN } from '../../build/gateway/server/gateway-options.js';
import { installSecurity } from '../../build/security/install-security.js';

const options = { ...GATEWAY_OPTIONS, ...JSON.parse(process.argv[2] ?? '{}') };
const module = await Test.createTestingModule({ imports: [AppModule] })
  .overrideProvider(GATEWAY_OPTIONS_TOKEN)
  .useValue(options)
  .compile();
const app = module.createNestApplication({ bodyParser: false, logger: ['error'] });
await installSecurity(app);
app.setGlobalPrefix('api');
app.enableShutdownHooks();
const server = await app.listen(0, '127.0.0.1');
process.stdout.write(`Jarvis is listening at http://127.0.0.1:${server.address().port}\n`);
