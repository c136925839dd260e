import { Module } from '@nestjs/common';
import { FilesTools } from './files.tools.js';

/** Files as tools. */
@Module({ providers: [FilesTools] })
export class FilesModule {}
