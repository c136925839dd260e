import type { IncomingMessage } from 'node:http';
import { Body, Controller, Get, Headers, HttpCode, Post, Req } from '@nestjs/common';
import {
  ApiBadRequestResponse,
  ApiBody,
  ApiHeader,
  ApiOkResponse,
  ApiOperation,
  ApiTags,
  ApiTooManyRequestsResponse,
  ApiUnauthorizedResponse,
} from '@nestjs/swagger';
import { InvalidInputError } from '../../common/domain-error.js';
import { ToSignIn } from '../access.decorator.js';
import { callerOf } from '../authentication/known-callers.js';
import { AcceptContentTypes, ANY_CONTENT_TYPE } from '../content-type.decorator.js';
import { AuthenticationRequiredError } from '../errors.js';
import { isOwner } from '../principal.js';
import { CountAs } from '../rate-limit/rate-class.decorator.js';
import { AccessSessions } from './access-sessions.js';
import { AuthDoneDto, BegunSessionDto, SessionStateDto } from './dto/auth.dto.js';
import { sessionOfLogout } from './logout-body.js';
import { SignInService } from './sign-in.service.js';

const SESSION_HEADER = { name: 'X-Session-ID', required: false, description: 'The session, 32 hexadecimal digits.' };

/** `/api/auth`: how guests and, with the PIN, the owner come in (docs/security.md, "Sessions"). */
@ApiTags('auth')
@Controller('auth')
@ToSignIn()
export class AuthController {
  constructor(
    private readonly signIn: SignInService,
    private readonly sessions: AccessSessions,
  ) {}

  @Post('guest')
  @HttpCode(200)
  @AcceptContentTypes(ANY_CONTENT_TYPE)
  @ApiOperation({ summary: "Begin a guest's session; a body is ignored" })
  @ApiOkResponse({ type: BegunSessionDto })
  @ApiUnauthorizedResponse({ description: 'The server is for its own machine alone.' })
  guest(@Req() request: IncomingMessage): BegunSessionDto {
    return BegunSessionDto.from(this.signIn.beginGuest(callerOf(request) ?? {}));
  }

  @Post('login')
  @HttpCode(200)
  @CountAs('login')
  @ApiOperation({ summary: "Begin the owner's session with the PIN" })
  @ApiBody({ schema: { type: 'object', required: ['pin'], properties: { pin: { oneOf: [{ type: 'string' }, { type: 'integer' }], example: '493817' } } } })
  @ApiOkResponse({ type: BegunSessionDto })
  @ApiBadRequestResponse({ description: 'The body is no JSON object.' })
  @ApiUnauthorizedResponse({ description: 'The PIN is wrong, or none is set.' })
  @ApiTooManyRequestsResponse({ description: 'Five wrong PINs lock a client out for 300 s; see Retry-After.' })
  async login(@Body() body: unknown, @Req() request: IncomingMessage): Promise<BegunSessionDto> {
    return BegunSessionDto.from(await this.signIn.login(pinOf(body), callerOf(request) ?? {}));
  }

  @Get('session')
  @ApiHeader(SESSION_HEADER)
  @ApiOperation({ summary: 'Who the caller is' })
  @ApiOkResponse({ type: SessionStateDto })
  session(@Req() request: IncomingMessage, @Headers('x-session-id') id?: string): SessionStateDto {
    const role = this.roleOf(request, id);
    return { authenticated: role !== 'none', role };
  }

  @Post('heartbeat')
  @HttpCode(200)
  @AcceptContentTypes(ANY_CONTENT_TYPE)
  @ApiHeader(SESSION_HEADER)
  @ApiOperation({ summary: 'Keep a session alive' })
  @ApiOkResponse({ type: AuthDoneDto })
  @ApiUnauthorizedResponse({ description: 'The session has ended.' })
  heartbeat(@Req() request: IncomingMessage, @Headers('x-session-id') id?: string): AuthDoneDto {
    if (this.roleOf(request, id) === 'none') throw new AuthenticationRequiredError('Authentication required');
    return { status: 'ok' };
  }

  @Post('logout')
  @HttpCode(200)
  @AcceptContentTypes(ANY_CONTENT_TYPE)
  @ApiHeader(SESSION_HEADER)
  @ApiOperation({ summary: 'End a session, named by header, by JSON, or as bare text (sendBeacon); one that is not there is over too' })
  @ApiBody({ required: false, schema: { type: 'object', properties: { session_id: { type: 'string' } } } })
  @ApiOkResponse({ type: AuthDoneDto })
  async logout(@Req() request: IncomingMessage, @Body() body: unknown, @Headers('x-session-id') id?: string): Promise<AuthDoneDto> {
    this.signIn.logout(id ?? (await sessionOfLogout(request, body)), callerOf(request)?.address);
    return { status: 'ok' };
  }

  /** Where a session is named, that one alone counts, so that a client hears that it has ended, also where it needs none. */
  private roleOf(request: IncomingMessage, id: string | undefined): SessionStateDto['role'] {
    const { address, principal } = callerOf(request) ?? {};
    if (id !== undefined) return this.sessions.use(id, address)?.role ?? 'none';
    if (principal === undefined || principal.role === 'api-key') return 'none';
    return isOwner(principal) ? 'admin' : 'guest';
  }
}

/** What was given for a PIN. Whatever it is that is no PIN is a wrong one. */
function pinOf(body: unknown): string {
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) throw new InvalidInputError('The body must be a JSON object with the key pin.');
  const { pin } = (body ?? {}) as { pin?: unknown };
  return typeof pin === 'string' || typeof pin === 'number' ? String(pin).trim() : '';
}
