import { Module } from '@nestjs/common';
import { ApiDocsController } from './api-docs.controller.js';

/** The description of the API, for people and programs. */
@Module({ controllers: [ApiDocsController] })
export class ApiDocsModule {}
