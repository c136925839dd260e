import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { CommonModule } from '../common/common.module.js';
import { ConfigModule } from '../config/config.module.js';
import { withErrorDetail } from '../security/http/error-detail.js';
import { DatabaseModule } from '../storage/database/database.module.js';
import { DocumentsController } from './documents.controller.js';
import { DocumentsSchema } from './documents.schema.js';
import { DocumentsService } from './documents.service.js';
import { EmbeddingsProvider } from './embeddings/embeddings.provider.js';
import { Indexer } from './indexing/indexer.js';
import { IngestController } from './ingest.controller.js';
import { DocumentReader } from './reading/document-reader.js';
import { DocumentSearch } from './search/document-search.js';
import { DocumentsSection } from './turn/documents.section.js';
import { DocumentsTurnContext } from './turn/documents.turn-context.js';
import { SearchDocumentsTool } from './turn/search-documents.service-tool.js';
import { TurnCitations } from './turn/turn-citations.js';
import { UploadContextsService } from './upload/upload-contexts.service.js';
import { UploadController } from './upload/upload.controller.js';
import { UploadService } from './upload/upload.service.js';
import { VectorStores } from './vectors/vector-stores.js';
import { DocumentWorkers } from './worker/document-workers.js';

/** Documents: read, split, found by words and by meaning, and handed to the model with what they say about a message. */
@Module({
  imports: [CommonModule, ConfigModule, DatabaseModule],
  controllers: [DocumentsController, IngestController, UploadController],
  providers: [
    TurnCitations,
    DocumentsTurnContext,
    DocumentsSection,
    SearchDocumentsTool,
    DocumentsSchema,
    DocumentWorkers,
    DocumentReader,
    EmbeddingsProvider,
    VectorStores,
    Indexer,
    DocumentSearch,
    DocumentsService,
    UploadContextsService,
    UploadService,
  ],
  exports: [DocumentsService, DocumentSearch, UploadContextsService],
})
export class RagModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(withErrorDetail).forRoutes(DocumentsController, IngestController, UploadController);
  }
}
