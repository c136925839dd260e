import { Module } from '@nestjs/common';
import { ShellTools } from './shell.tools.js';

/** Shell and clock as tools. */
@Module({ providers: [ShellTools] })
export class ShellModule {}
