import { Module } from '@nestjs/common';
import { ConfigService } from './config.service.js';
import { JarvisPaths } from './jarvis-paths.js';

/** Settings, paths and secrets. */
@Module({
  providers: [{ provide: JarvisPaths, useFactory: () => new JarvisPaths() }, ConfigService],
  exports: [JarvisPaths, ConfigService],
})
export class ConfigModule {}
