import { once } from 'node:events';
import { HttpException, HttpStatus, Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { FileInterceptor } from '@nestjs/platform-express';
import type { Request, Response } from 'express';
import type { Observable } from 'rxjs';
import { InvalidInputError, messageOf } from '../../common/domain-error.js';
import { bodyTooLarge } from '../../security/http/body-too-large.js';
import { cutBody } from '../../security/http/cut-body.js';
import { MAX_UPLOAD_BYTES, MAX_UPLOAD_FIELD_BYTES, MAX_UPLOAD_FRAME_BYTES } from '../limits.js';

/** Name of the part that holds the file. */
export const FILE_FIELD = 'file';

/** The file and two fields; one more part is refused. */
const MAX_FIELDS = 8;

const Multipart = FileInterceptor(FILE_FIELD, {
  limits: { fileSize: MAX_UPLOAD_BYTES, files: 1, fields: MAX_FIELDS, parts: MAX_FIELDS + 1, fieldSize: MAX_UPLOAD_FIELD_BYTES, fieldNestingDepth: 0 },
  // Browsers and curl send names in UTF-8.
  defParamCharset: 'utf8',
});

/**
 * Reads a multipart body with one file into memory. A body that is too long is answered with 413 as soon as that is known, said or seen: the
 * parser alone would read it to its end first.
 */
@Injectable()
export class MultipartFileInterceptor implements NestInterceptor {
  private readonly multipart = new Multipart() as NestInterceptor;

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const http = context.switchToHttp();
    const maximum = MAX_UPLOAD_BYTES + MAX_UPLOAD_FRAME_BYTES;
    const response = http.getResponse<Response>();
    if (!cutBody(http.getRequest<Request>(), response, maximum, MAX_UPLOAD_BYTES)) {
      // It is answered; Nest would end that while the client still writes, and the client would not get to read it.
      await once(response, 'close');
      throw bodyTooLarge(MAX_UPLOAD_BYTES);
    }
    try {
      return await this.multipart.intercept(context, next);
    } catch (error) {
      // Where the body was cut the answer is on its way already.
      if (error instanceof HttpException && error.getStatus() === HttpStatus.PAYLOAD_TOO_LARGE) throw bodyTooLarge(MAX_UPLOAD_BYTES);
      throw new InvalidInputError(`The upload could not be read: ${messageOf(error)}`, { field: FILE_FIELD });
    }
  }
}
