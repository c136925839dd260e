// Generated from src/gateway/protocol/ by `npm run protocol:gen:swift`. Do not edit.
// swiftlint:disable all
import Foundation

public let GATEWAY_PROTOCOL_VERSION = 3

public enum AnyCodable: Codable, Sendable, Equatable {
    case null
    case bool(Bool)
    case int(Int)
    case double(Double)
    case string(String)
    case array([AnyCodable])
    case object([String: AnyCodable])

    public init(from decoder: Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(Int.self) {
            self = .int(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([AnyCodable].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: AnyCodable].self))
        }
    }

    public func encode(to encoder: Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .int(let value): try container.encode(value)
        case .double(let value): try container.encode(value)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

public struct RequestFrame: Codable, Sendable {
    public let type: String
    public let id: String
    public let method: String
    public let params: AnyCodable?

    public init(
        type: String = "req",
        id: String,
        method: String,
        params: AnyCodable? = nil
    ) {
        self.type = type
        self.id = id
        self.method = method
        self.params = params
    }

    private enum CodingKeys: String, CodingKey {
        case type = "type"
        case id = "id"
        case method = "method"
        case params = "params"
    }
}

public struct ResponseFrame: Codable, Sendable {
    public let type: String
    public let id: String
    public let ok: Bool
    public let payload: AnyCodable?
    public let error: ErrorShape?

    public init(
        type: String = "res",
        id: String,
        ok: Bool,
        payload: AnyCodable? = nil,
        error: ErrorShape? = nil
    ) {
        self.type = type
        self.id = id
        self.ok = ok
        self.payload = payload
        self.error = error
    }

    private enum CodingKeys: String, CodingKey {
        case type = "type"
        case id = "id"
        case ok = "ok"
        case payload = "payload"
        case error = "error"
    }
}

public struct EventFrame: Codable, Sendable {
    public let type: String
    public let event: String
    public let payload: AnyCodable?
    public let seq: Int?
    public let stateVersion: StateVersion?

    public init(
        type: String = "event",
        event: String,
        payload: AnyCodable? = nil,
        seq: Int? = nil,
        stateVersion: StateVersion? = nil
    ) {
        self.type = type
        self.event = event
        self.payload = payload
        self.seq = seq
        self.stateVersion = stateVersion
    }

    private enum CodingKeys: String, CodingKey {
        case type = "type"
        case event = "event"
        case payload = "payload"
        case seq = "seq"
        case stateVersion = "stateVersion"
    }
}

public enum ErrorCode: String, Codable, Sendable, CaseIterable {
    case notLinked = "NOT_LINKED"
    case notPaired = "NOT_PAIRED"
    case agentTimeout = "AGENT_TIMEOUT"
    case invalidRequest = "INVALID_REQUEST"
    case approvalNotFound = "APPROVAL_NOT_FOUND"
    case unavailable = "UNAVAILABLE"
}

public struct ErrorShape: Codable, Sendable {
    public let code: String
    public let message: String
    public let details: AnyCodable?
    public let retryable: Bool?
    public let retryAfterMs: Int?

    public init(
        code: String,
        message: String,
        details: AnyCodable? = nil,
        retryable: Bool? = nil,
        retryAfterMs: Int? = nil
    ) {
        self.code = code
        self.message = message
        self.details = details
        self.retryable = retryable
        self.retryAfterMs = retryAfterMs
    }

    private enum CodingKeys: String, CodingKey {
        case code = "code"
        case message = "message"
        case details = "details"
        case retryable = "retryable"
        case retryAfterMs = "retryAfterMs"
    }
}

public struct ConnectParams: Codable, Sendable {
    public let minProtocol: Int
    public let maxProtocol: Int
    public let client: ClientInfo
    public let caps: [String]?
    public let commands: [String]?
    public let permissions: [String: Bool]?
    public let pathEnv: String?
    public let role: String?
    public let scopes: [String]?
    public let device: DeviceIdentity?
    public let auth: ConnectAuth?
    public let locale: String?
    public let userAgent: String?
    public let resume: ResumeRequest?

    public init(
        minProtocol: Int,
        maxProtocol: Int,
        client: ClientInfo,
        caps: [String]? = nil,
        commands: [String]? = nil,
        permissions: [String: Bool]? = nil,
        pathEnv: String? = nil,
        role: String? = nil,
        scopes: [String]? = nil,
        device: DeviceIdentity? = nil,
        auth: ConnectAuth? = nil,
        locale: String? = nil,
        userAgent: String? = nil,
        resume: ResumeRequest? = nil
    ) {
        self.minProtocol = minProtocol
        self.maxProtocol = maxProtocol
        self.client = client
        self.caps = caps
        self.commands = commands
        self.permissions = permissions
        self.pathEnv = pathEnv
        self.role = role
        self.scopes = scopes
        self.device = device
        self.auth = auth
        self.locale = locale
        self.userAgent = userAgent
        self.resume = resume
    }

    private enum CodingKeys: String, CodingKey {
        case minProtocol = "minProtocol"
        case maxProtocol = "maxProtocol"
        case client = "client"
        case caps = "caps"
        case commands = "commands"
        case permissions = "permissions"
        case pathEnv = "pathEnv"
        case role = "role"
        case scopes = "scopes"
        case device = "device"
        case auth = "auth"
        case locale = "locale"
        case userAgent = "userAgent"
        case resume = "resume"
    }
}

public typealias ConnectResult = HelloOk

public struct HealthParams: Codable, Sendable {
    public let probe: Bool?

    public init(
        probe: Bool? = nil
    ) {
        self.probe = probe
    }

    private enum CodingKeys: String, CodingKey {
        case probe = "probe"
    }
}

public typealias HealthResult = HealthSummary

public struct StatusParams: Codable, Sendable {
    public init() {}
}

public struct StatusResult: Codable, Sendable {
    public let runtimeVersion: String
    public let uptimeMs: Int
    public let model: String
    public let contextTokens: Int?
    public let channelSummary: [String]
    public let queuedSystemEvents: [String]
    public let runs: [StatusResultRunsItem]
    public let connections: StatusResultConnections
    public let sessions: StatusResultSessions

    public init(
        runtimeVersion: String,
        uptimeMs: Int,
        model: String,
        contextTokens: Int? = nil,
        channelSummary: [String],
        queuedSystemEvents: [String],
        runs: [StatusResultRunsItem],
        connections: StatusResultConnections,
        sessions: StatusResultSessions
    ) {
        self.runtimeVersion = runtimeVersion
        self.uptimeMs = uptimeMs
        self.model = model
        self.contextTokens = contextTokens
        self.channelSummary = channelSummary
        self.queuedSystemEvents = queuedSystemEvents
        self.runs = runs
        self.connections = connections
        self.sessions = sessions
    }

    private enum CodingKeys: String, CodingKey {
        case runtimeVersion = "runtimeVersion"
        case uptimeMs = "uptimeMs"
        case model = "model"
        case contextTokens = "contextTokens"
        case channelSummary = "channelSummary"
        case queuedSystemEvents = "queuedSystemEvents"
        case runs = "runs"
        case connections = "connections"
        case sessions = "sessions"
    }
}

public struct StatusResultRunsItem: Codable, Sendable {
    public let runId: String
    public let sessionKey: String

    public init(
        runId: String,
        sessionKey: String
    ) {
        self.runId = runId
        self.sessionKey = sessionKey
    }

    private enum CodingKeys: String, CodingKey {
        case runId = "runId"
        case sessionKey = "sessionKey"
    }
}

public struct StatusResultConnections: Codable, Sendable {
    public let operators: Int
    public let nodes: Int

    public init(
        operators: Int,
        nodes: Int
    ) {
        self.operators = operators
        self.nodes = nodes
    }

    private enum CodingKeys: String, CodingKey {
        case operators = "operators"
        case nodes = "nodes"
    }
}

public struct StatusResultSessions: Codable, Sendable {
    public let count: Int
    public let recent: [SessionRow]

    public init(
        count: Int,
        recent: [SessionRow]
    ) {
        self.count = count
        self.recent = recent
    }

    private enum CodingKeys: String, CodingKey {
        case count = "count"
        case recent = "recent"
    }
}

public struct LogsTailParams: Codable, Sendable {
    public let cursor: Int?
    public let limit: Int?
    public let maxBytes: Int?

    public init(
        cursor: Int? = nil,
        limit: Int? = nil,
        maxBytes: Int? = nil
    ) {
        self.cursor = cursor
        self.limit = limit
        self.maxBytes = maxBytes
    }

    private enum CodingKeys: String, CodingKey {
        case cursor = "cursor"
        case limit = "limit"
        case maxBytes = "maxBytes"
    }
}

public struct LogsTailResult: Codable, Sendable {
    public let file: String
    public let cursor: Int
    public let size: Int
    public let lines: [String]
    public let truncated: Bool?
    public let reset: Bool?

    public init(
        file: String,
        cursor: Int,
        size: Int,
        lines: [String],
        truncated: Bool? = nil,
        reset: Bool? = nil
    ) {
        self.file = file
        self.cursor = cursor
        self.size = size
        self.lines = lines
        self.truncated = truncated
        self.reset = reset
    }

    private enum CodingKeys: String, CodingKey {
        case file = "file"
        case cursor = "cursor"
        case size = "size"
        case lines = "lines"
        case truncated = "truncated"
        case reset = "reset"
    }
}

public struct SendParams: Codable, Sendable {
    public let to: String
    public let channel: String?
    public let threadId: String?
    public let message: String
    public let idempotencyKey: String

    public init(
        to: String,
        channel: String? = nil,
        threadId: String? = nil,
        message: String,
        idempotencyKey: String
    ) {
        self.to = to
        self.channel = channel
        self.threadId = threadId
        self.message = message
        self.idempotencyKey = idempotencyKey
    }

    private enum CodingKeys: String, CodingKey {
        case to = "to"
        case channel = "channel"
        case threadId = "threadId"
        case message = "message"
        case idempotencyKey = "idempotencyKey"
    }
}

public struct SendResult: Codable, Sendable {
    public let runId: String
    public let messageId: String
    public let channel: String

    public init(
        runId: String,
        messageId: String,
        channel: String
    ) {
        self.runId = runId
        self.messageId = messageId
        self.channel = channel
    }

    private enum CodingKeys: String, CodingKey {
        case runId = "runId"
        case messageId = "messageId"
        case channel = "channel"
    }
}

public struct PollParams: Codable, Sendable {
    public let to: String
    public let channel: String?
    public let threadId: String?
    public let question: String
    public let options: [String]
    public let maxSelections: Int?
    public let durationSeconds: Int?
    public let isAnonymous: Bool?
    public let idempotencyKey: String

    public init(
        to: String,
        channel: String? = nil,
        threadId: String? = nil,
        question: String,
        options: [String],
        maxSelections: Int? = nil,
        durationSeconds: Int? = nil,
        isAnonymous: Bool? = nil,
        idempotencyKey: String
    ) {
        self.to = to
        self.channel = channel
        self.threadId = threadId
        self.question = question
        self.options = options
        self.maxSelections = maxSelections
        self.durationSeconds = durationSeconds
        self.isAnonymous = isAnonymous
        self.idempotencyKey = idempotencyKey
    }

    private enum CodingKeys: String, CodingKey {
        case to = "to"
        case channel = "channel"
        case threadId = "threadId"
        case question = "question"
        case options = "options"
        case maxSelections = "maxSelections"
        case durationSeconds = "durationSeconds"
        case isAnonymous = "isAnonymous"
        case idempotencyKey = "idempotencyKey"
    }
}

public struct PollResult: Codable, Sendable {
    public let runId: String
    public let messageId: String
    public let channel: String
    public let pollId: String?

    public init(
        runId: String,
        messageId: String,
        channel: String,
        pollId: String? = nil
    ) {
        self.runId = runId
        self.messageId = messageId
        self.channel = channel
        self.pollId = pollId
    }

    private enum CodingKeys: String, CodingKey {
        case runId = "runId"
        case messageId = "messageId"
        case channel = "channel"
        case pollId = "pollId"
    }
}

public struct AgentParams: Codable, Sendable {
    public let message: String
    public let idempotencyKey: String
    public let agentId: String?
    public let sessionKey: String?
    public let sessionId: String?
    public let model: String?
    public let timeout: Int?
    public let deliver: Bool?
    public let channel: String?
    public let to: String?
    public let internalEvents: [InternalEvent]?

    public init(
        message: String,
        idempotencyKey: String,
        agentId: String? = nil,
        sessionKey: String? = nil,
        sessionId: String? = nil,
        model: String? = nil,
        timeout: Int? = nil,
        deliver: Bool? = nil,
        channel: String? = nil,
        to: String? = nil,
        internalEvents: [InternalEvent]? = nil
    ) {
        self.message = message
        self.idempotencyKey = idempotencyKey
        self.agentId = agentId
        self.sessionKey = sessionKey
        self.sessionId = sessionId
        self.model = model
        self.timeout = timeout
        self.deliver = deliver
        self.channel = channel
        self.to = to
        self.internalEvents = internalEvents
    }

    private enum CodingKeys: String, CodingKey {
        case message = "message"
        case idempotencyKey = "idempotencyKey"
        case agentId = "agentId"
        case sessionKey = "sessionKey"
        case sessionId = "sessionId"
        case model = "model"
        case timeout = "timeout"
        case deliver = "deliver"
        case channel = "channel"
        case to = "to"
        case internalEvents = "internalEvents"
    }
}

public typealias AgentResult = AnyCodable

public struct AgentWaitParams: Codable, Sendable {
    public let runId: String
    public let timeoutMs: Int?

    public init(
        runId: String,
        timeoutMs: Int? = nil
    ) {
        self.runId = runId
        self.timeoutMs = timeoutMs
    }

    private enum CodingKeys: String, CodingKey {
        case runId = "runId"
        case timeoutMs = "timeoutMs"
    }
}

public struct AgentWaitResult: Codable, Sendable {
    public let runId: String
    public let status: AgentWaitResultStatus
    public let startedAt: Int?
    public let endedAt: Int?
    public let error: String?

    public init(
        runId: String,
        status: AgentWaitResultStatus,
        startedAt: Int? = nil,
        endedAt: Int? = nil,
        error: String? = nil
    ) {
        self.runId = runId
        self.status = status
        self.startedAt = startedAt
        self.endedAt = endedAt
        self.error = error
    }

    private enum CodingKeys: String, CodingKey {
        case runId = "runId"
        case status = "status"
        case startedAt = "startedAt"
        case endedAt = "endedAt"
        case error = "error"
    }
}

public enum AgentWaitResultStatus: String, Codable, Sendable, CaseIterable {
    case ok = "ok"
    case aborted = "aborted"
    case error = "error"
    case timeout = "timeout"
}

public struct ChatHistoryParams: Codable, Sendable {
    public let sessionKey: String
    public let limit: Int?
    public let maxChars: Int?

    public init(
        sessionKey: String,
        limit: Int? = nil,
        maxChars: Int? = nil
    ) {
        self.sessionKey = sessionKey
        self.limit = limit
        self.maxChars = maxChars
    }

    private enum CodingKeys: String, CodingKey {
        case sessionKey = "sessionKey"
        case limit = "limit"
        case maxChars = "maxChars"
    }
}

public struct ChatHistoryResult: Codable, Sendable {
    public let sessionKey: String
    public let sessionId: String
    public let messages: [ChatMessage]
    public let activeRunIds: [String]

    public init(
        sessionKey: String,
        sessionId: String,
        messages: [ChatMessage],
        activeRunIds: [String]
    ) {
        self.sessionKey = sessionKey
        self.sessionId = sessionId
        self.messages = messages
        self.activeRunIds = activeRunIds
    }

    private enum CodingKeys: String, CodingKey {
        case sessionKey = "sessionKey"
        case sessionId = "sessionId"
        case messages = "messages"
        case activeRunIds = "activeRunIds"
    }
}

public struct ChatSendParams: Codable, Sendable {
    public let sessionKey: String
    public let message: String
    public let idempotencyKey: String
    public let timeoutMs: Int?

    public init(
        sessionKey: String,
        message: String,
        idempotencyKey: String,
        timeoutMs: Int? = nil
    ) {
        self.sessionKey = sessionKey
        self.message = message
        self.idempotencyKey = idempotencyKey
        self.timeoutMs = timeoutMs
    }

    private enum CodingKeys: String, CodingKey {
        case sessionKey = "sessionKey"
        case message = "message"
        case idempotencyKey = "idempotencyKey"
        case timeoutMs = "timeoutMs"
    }
}

public struct ChatSendResult: Codable, Sendable {
    public let runId: String
    public let status: ChatSendResultStatus
    public let error: String?

    public init(
        runId: String,
        status: ChatSendResultStatus,
        error: String? = nil
    ) {
        self.runId = runId
        self.status = status
        self.error = error
    }

    private enum CodingKeys: String, CodingKey {
        case runId = "runId"
        case status = "status"
        case error = "error"
    }
}

public enum ChatSendResultStatus: String, Codable, Sendable, CaseIterable {
    case started = "started"
    case inFlight = "in_flight"
    case ok = "ok"
    case aborted = "aborted"
    case error = "error"
}

public struct ChatAbortParams: Codable, Sendable {
    public let sessionKey: String?
    public let runId: String?

    public init(
        sessionKey: String? = nil,
        runId: String? = nil
    ) {
        self.sessionKey = sessionKey
        self.runId = runId
    }

    private enum CodingKeys: String, CodingKey {
        case sessionKey = "sessionKey"
        case runId = "runId"
    }
}

public struct ChatAbortResult: Codable, Sendable {
    public let ok: Bool
    public let aborted: Bool
    public let runIds: [String]

    public init(
        ok: Bool,
        aborted: Bool,
        runIds: [String]
    ) {
        self.ok = ok
        self.aborted = aborted
        self.runIds = runIds
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
        case aborted = "aborted"
        case runIds = "runIds"
    }
}

public struct SessionsListParams: Codable, Sendable {
    public let limit: Int?
    public let cursor: String?
    public let search: String?
    public let activeMinutes: Int?

    public init(
        limit: Int? = nil,
        cursor: String? = nil,
        search: String? = nil,
        activeMinutes: Int? = nil
    ) {
        self.limit = limit
        self.cursor = cursor
        self.search = search
        self.activeMinutes = activeMinutes
    }

    private enum CodingKeys: String, CodingKey {
        case limit = "limit"
        case cursor = "cursor"
        case search = "search"
        case activeMinutes = "activeMinutes"
    }
}

public struct SessionsListResult: Codable, Sendable {
    public let ts: Int
    public let count: Int
    public let total: Int
    public let defaults: SessionsListResultDefaults
    public let sessions: [SessionRow]
    public let nextCursor: String?

    public init(
        ts: Int,
        count: Int,
        total: Int,
        defaults: SessionsListResultDefaults,
        sessions: [SessionRow],
        nextCursor: String? = nil
    ) {
        self.ts = ts
        self.count = count
        self.total = total
        self.defaults = defaults
        self.sessions = sessions
        self.nextCursor = nextCursor
    }

    private enum CodingKeys: String, CodingKey {
        case ts = "ts"
        case count = "count"
        case total = "total"
        case defaults = "defaults"
        case sessions = "sessions"
        case nextCursor = "nextCursor"
    }
}

public struct SessionsListResultDefaults: Codable, Sendable {
    public let model: String
    public let contextTokens: Int?

    public init(
        model: String,
        contextTokens: Int? = nil
    ) {
        self.model = model
        self.contextTokens = contextTokens
    }

    private enum CodingKeys: String, CodingKey {
        case model = "model"
        case contextTokens = "contextTokens"
    }
}

public struct SessionsPatchParams: Codable, Sendable {
    public let key: String
    public let label: String

    public init(
        key: String,
        label: String
    ) {
        self.key = key
        self.label = label
    }

    private enum CodingKeys: String, CodingKey {
        case key = "key"
        case label = "label"
    }
}

public struct SessionsPatchResult: Codable, Sendable {
    public let ok: Bool
    public let key: String
    public let entry: SessionsPatchResultEntry

    public init(
        ok: Bool,
        key: String,
        entry: SessionsPatchResultEntry
    ) {
        self.ok = ok
        self.key = key
        self.entry = entry
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
        case key = "key"
        case entry = "entry"
    }
}

public struct SessionsPatchResultEntry: Codable, Sendable {
    public let sessionId: String
    public let label: String
    public let updatedAt: Int

    public init(
        sessionId: String,
        label: String,
        updatedAt: Int
    ) {
        self.sessionId = sessionId
        self.label = label
        self.updatedAt = updatedAt
    }

    private enum CodingKeys: String, CodingKey {
        case sessionId = "sessionId"
        case label = "label"
        case updatedAt = "updatedAt"
    }
}

public struct SessionsDeleteParams: Codable, Sendable {
    public let key: String

    public init(
        key: String
    ) {
        self.key = key
    }

    private enum CodingKeys: String, CodingKey {
        case key = "key"
    }
}

public struct SessionsDeleteResult: Codable, Sendable {
    public let ok: Bool
    public let key: String
    public let deleted: Bool

    public init(
        ok: Bool,
        key: String,
        deleted: Bool
    ) {
        self.ok = ok
        self.key = key
        self.deleted = deleted
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
        case key = "key"
        case deleted = "deleted"
    }
}

public struct SystemEventParams: Codable, Sendable {
    public let text: String
    public let deviceId: String?
    public let instanceId: String?
    public let host: String?
    public let ip: String?
    public let mode: String?
    public let version: String?
    public let platform: String?
    public let deviceFamily: String?
    public let modelIdentifier: String?
    public let lastInputSeconds: Int?
    public let reason: String?
    public let roles: [String]?
    public let scopes: [String]?
    public let tags: [String]?

    public init(
        text: String,
        deviceId: String? = nil,
        instanceId: String? = nil,
        host: String? = nil,
        ip: String? = nil,
        mode: String? = nil,
        version: String? = nil,
        platform: String? = nil,
        deviceFamily: String? = nil,
        modelIdentifier: String? = nil,
        lastInputSeconds: Int? = nil,
        reason: String? = nil,
        roles: [String]? = nil,
        scopes: [String]? = nil,
        tags: [String]? = nil
    ) {
        self.text = text
        self.deviceId = deviceId
        self.instanceId = instanceId
        self.host = host
        self.ip = ip
        self.mode = mode
        self.version = version
        self.platform = platform
        self.deviceFamily = deviceFamily
        self.modelIdentifier = modelIdentifier
        self.lastInputSeconds = lastInputSeconds
        self.reason = reason
        self.roles = roles
        self.scopes = scopes
        self.tags = tags
    }

    private enum CodingKeys: String, CodingKey {
        case text = "text"
        case deviceId = "deviceId"
        case instanceId = "instanceId"
        case host = "host"
        case ip = "ip"
        case mode = "mode"
        case version = "version"
        case platform = "platform"
        case deviceFamily = "deviceFamily"
        case modelIdentifier = "modelIdentifier"
        case lastInputSeconds = "lastInputSeconds"
        case reason = "reason"
        case roles = "roles"
        case scopes = "scopes"
        case tags = "tags"
    }
}

public struct SystemEventResult: Codable, Sendable {
    public let ok: Bool

    public init(
        ok: Bool
    ) {
        self.ok = ok
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
    }
}

public struct WakeParams: Codable, Sendable {
    public let mode: WakeParamsMode
    public let text: String

    public init(
        mode: WakeParamsMode,
        text: String
    ) {
        self.mode = mode
        self.text = text
    }

    private enum CodingKeys: String, CodingKey {
        case mode = "mode"
        case text = "text"
    }
}

public enum WakeParamsMode: String, Codable, Sendable, CaseIterable {
    case now = "now"
    case nextHeartbeat = "next-heartbeat"
}

public struct WakeResult: Codable, Sendable {
    public let ok: Bool

    public init(
        ok: Bool
    ) {
        self.ok = ok
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
    }
}

public struct CronListParams: Codable, Sendable {
    public let includeDisabled: Bool?
    public let enabled: CronListParamsEnabled?
    public let limit: Int?
    public let offset: Int?
    public let query: String?
    public let sortBy: CronListParamsSortBy?
    public let sortDir: CronListParamsSortDir?

    public init(
        includeDisabled: Bool? = nil,
        enabled: CronListParamsEnabled? = nil,
        limit: Int? = nil,
        offset: Int? = nil,
        query: String? = nil,
        sortBy: CronListParamsSortBy? = nil,
        sortDir: CronListParamsSortDir? = nil
    ) {
        self.includeDisabled = includeDisabled
        self.enabled = enabled
        self.limit = limit
        self.offset = offset
        self.query = query
        self.sortBy = sortBy
        self.sortDir = sortDir
    }

    private enum CodingKeys: String, CodingKey {
        case includeDisabled = "includeDisabled"
        case enabled = "enabled"
        case limit = "limit"
        case offset = "offset"
        case query = "query"
        case sortBy = "sortBy"
        case sortDir = "sortDir"
    }
}

public enum CronListParamsEnabled: String, Codable, Sendable, CaseIterable {
    case all = "all"
    case enabled = "enabled"
    case disabled = "disabled"
}

public enum CronListParamsSortBy: String, Codable, Sendable, CaseIterable {
    case nextRunAtMs = "nextRunAtMs"
    case updatedAtMs = "updatedAtMs"
    case name = "name"
}

public enum CronListParamsSortDir: String, Codable, Sendable, CaseIterable {
    case asc = "asc"
    case desc = "desc"
}

public struct CronListResult: Codable, Sendable {
    public let jobs: [CronJob]
    public let total: Int
    public let offset: Int
    public let limit: Int
    public let hasMore: Bool
    public let nextOffset: Int?

    public init(
        jobs: [CronJob],
        total: Int,
        offset: Int,
        limit: Int,
        hasMore: Bool,
        nextOffset: Int? = nil
    ) {
        self.jobs = jobs
        self.total = total
        self.offset = offset
        self.limit = limit
        self.hasMore = hasMore
        self.nextOffset = nextOffset
    }

    private enum CodingKeys: String, CodingKey {
        case jobs = "jobs"
        case total = "total"
        case offset = "offset"
        case limit = "limit"
        case hasMore = "hasMore"
        case nextOffset = "nextOffset"
    }
}

public struct CronStatusParams: Codable, Sendable {
    public init() {}
}

public struct CronStatusResult: Codable, Sendable {
    public let jobs: Int
    public let enabledJobs: Int
    public let runningJobs: Int
    public let nextRunAtMs: Int?

    public init(
        jobs: Int,
        enabledJobs: Int,
        runningJobs: Int,
        nextRunAtMs: Int? = nil
    ) {
        self.jobs = jobs
        self.enabledJobs = enabledJobs
        self.runningJobs = runningJobs
        self.nextRunAtMs = nextRunAtMs
    }

    private enum CodingKeys: String, CodingKey {
        case jobs = "jobs"
        case enabledJobs = "enabledJobs"
        case runningJobs = "runningJobs"
        case nextRunAtMs = "nextRunAtMs"
    }
}

public struct CronAddParams: Codable, Sendable {
    public let name: String
    public let description: String?
    public let enabled: Bool?
    public let schedule: CronSchedule
    public let sessionTarget: String?
    public let wakeMode: CronAddParamsWakeMode?
    public let payload: CronPayload
    public let deliverTo: String?
    public let deleteAfterRun: Bool?

    public init(
        name: String,
        description: String? = nil,
        enabled: Bool? = nil,
        schedule: CronSchedule,
        sessionTarget: String? = nil,
        wakeMode: CronAddParamsWakeMode? = nil,
        payload: CronPayload,
        deliverTo: String? = nil,
        deleteAfterRun: Bool? = nil
    ) {
        self.name = name
        self.description = description
        self.enabled = enabled
        self.schedule = schedule
        self.sessionTarget = sessionTarget
        self.wakeMode = wakeMode
        self.payload = payload
        self.deliverTo = deliverTo
        self.deleteAfterRun = deleteAfterRun
    }

    private enum CodingKeys: String, CodingKey {
        case name = "name"
        case description = "description"
        case enabled = "enabled"
        case schedule = "schedule"
        case sessionTarget = "sessionTarget"
        case wakeMode = "wakeMode"
        case payload = "payload"
        case deliverTo = "deliverTo"
        case deleteAfterRun = "deleteAfterRun"
    }
}

public enum CronAddParamsWakeMode: String, Codable, Sendable, CaseIterable {
    case now = "now"
    case nextHeartbeat = "next-heartbeat"
}

public typealias CronAddResult = CronJob

public struct CronUpdateParams: Codable, Sendable {
    public let id: String?
    public let jobId: String?
    public let patch: CronUpdateParamsPatch

    public init(
        id: String? = nil,
        jobId: String? = nil,
        patch: CronUpdateParamsPatch
    ) {
        self.id = id
        self.jobId = jobId
        self.patch = patch
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case jobId = "jobId"
        case patch = "patch"
    }
}

public struct CronUpdateParamsPatch: Codable, Sendable {
    public let name: String?
    public let description: String?
    public let enabled: Bool?
    public let schedule: CronSchedule?
    public let sessionTarget: String?
    public let wakeMode: CronUpdateParamsPatchWakeMode?
    public let payload: CronPayload?
    public let deliverTo: String?
    public let deleteAfterRun: Bool?

    public init(
        name: String? = nil,
        description: String? = nil,
        enabled: Bool? = nil,
        schedule: CronSchedule? = nil,
        sessionTarget: String? = nil,
        wakeMode: CronUpdateParamsPatchWakeMode? = nil,
        payload: CronPayload? = nil,
        deliverTo: String? = nil,
        deleteAfterRun: Bool? = nil
    ) {
        self.name = name
        self.description = description
        self.enabled = enabled
        self.schedule = schedule
        self.sessionTarget = sessionTarget
        self.wakeMode = wakeMode
        self.payload = payload
        self.deliverTo = deliverTo
        self.deleteAfterRun = deleteAfterRun
    }

    private enum CodingKeys: String, CodingKey {
        case name = "name"
        case description = "description"
        case enabled = "enabled"
        case schedule = "schedule"
        case sessionTarget = "sessionTarget"
        case wakeMode = "wakeMode"
        case payload = "payload"
        case deliverTo = "deliverTo"
        case deleteAfterRun = "deleteAfterRun"
    }
}

public enum CronUpdateParamsPatchWakeMode: String, Codable, Sendable, CaseIterable {
    case now = "now"
    case nextHeartbeat = "next-heartbeat"
}

public typealias CronUpdateResult = CronJob

public struct CronRemoveParams: Codable, Sendable {
    public let id: String?
    public let jobId: String?

    public init(
        id: String? = nil,
        jobId: String? = nil
    ) {
        self.id = id
        self.jobId = jobId
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case jobId = "jobId"
    }
}

public struct CronRemoveResult: Codable, Sendable {
    public let ok: Bool
    public let removed: Bool

    public init(
        ok: Bool,
        removed: Bool
    ) {
        self.ok = ok
        self.removed = removed
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
        case removed = "removed"
    }
}

public struct CronRunParams: Codable, Sendable {
    public let id: String?
    public let jobId: String?
    public let mode: CronRunParamsMode?

    public init(
        id: String? = nil,
        jobId: String? = nil,
        mode: CronRunParamsMode? = nil
    ) {
        self.id = id
        self.jobId = jobId
        self.mode = mode
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case jobId = "jobId"
        case mode = "mode"
    }
}

public enum CronRunParamsMode: String, Codable, Sendable, CaseIterable {
    case due = "due"
    case force = "force"
}

public struct CronRunResult: Codable, Sendable {
    public let ok: Bool
    public let enqueued: Bool?
    public let runId: String?
    public let ran: Bool?
    public let reason: CronRunResultReason?

    public init(
        ok: Bool,
        enqueued: Bool? = nil,
        runId: String? = nil,
        ran: Bool? = nil,
        reason: CronRunResultReason? = nil
    ) {
        self.ok = ok
        self.enqueued = enqueued
        self.runId = runId
        self.ran = ran
        self.reason = reason
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
        case enqueued = "enqueued"
        case runId = "runId"
        case ran = "ran"
        case reason = "reason"
    }
}

public enum CronRunResultReason: String, Codable, Sendable, CaseIterable {
    case alreadyRunning = "already-running"
    case notDue = "not-due"
}

public struct CronRunsParams: Codable, Sendable {
    public let id: String?
    public let jobId: String?
    public let limit: Int?
    public let offset: Int?
    public let status: CronRunsParamsStatus?
    public let query: String?
    public let sortDir: CronRunsParamsSortDir?

    public init(
        id: String? = nil,
        jobId: String? = nil,
        limit: Int? = nil,
        offset: Int? = nil,
        status: CronRunsParamsStatus? = nil,
        query: String? = nil,
        sortDir: CronRunsParamsSortDir? = nil
    ) {
        self.id = id
        self.jobId = jobId
        self.limit = limit
        self.offset = offset
        self.status = status
        self.query = query
        self.sortDir = sortDir
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case jobId = "jobId"
        case limit = "limit"
        case offset = "offset"
        case status = "status"
        case query = "query"
        case sortDir = "sortDir"
    }
}

public enum CronRunsParamsStatus: String, Codable, Sendable, CaseIterable {
    case all = "all"
    case ok = "ok"
    case error = "error"
    case skipped = "skipped"
    case missed = "missed"
    case interrupted = "interrupted"
}

public enum CronRunsParamsSortDir: String, Codable, Sendable, CaseIterable {
    case asc = "asc"
    case desc = "desc"
}

public struct CronRunsResult: Codable, Sendable {
    public let entries: [CronRunEntry]
    public let total: Int
    public let offset: Int
    public let limit: Int
    public let hasMore: Bool
    public let nextOffset: Int?

    public init(
        entries: [CronRunEntry],
        total: Int,
        offset: Int,
        limit: Int,
        hasMore: Bool,
        nextOffset: Int? = nil
    ) {
        self.entries = entries
        self.total = total
        self.offset = offset
        self.limit = limit
        self.hasMore = hasMore
        self.nextOffset = nextOffset
    }

    private enum CodingKeys: String, CodingKey {
        case entries = "entries"
        case total = "total"
        case offset = "offset"
        case limit = "limit"
        case hasMore = "hasMore"
        case nextOffset = "nextOffset"
    }
}

public struct ExecApprovalListParams: Codable, Sendable {
    public init() {}
}

public struct ExecApprovalListResult: Codable, Sendable {
    public let pending: [PendingApproval]

    public init(
        pending: [PendingApproval]
    ) {
        self.pending = pending
    }

    private enum CodingKeys: String, CodingKey {
        case pending = "pending"
    }
}

public struct ExecApprovalResolveParams: Codable, Sendable {
    public let id: String
    public let decision: ExecApprovalResolveParamsDecision

    public init(
        id: String,
        decision: ExecApprovalResolveParamsDecision
    ) {
        self.id = id
        self.decision = decision
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case decision = "decision"
    }
}

public enum ExecApprovalResolveParamsDecision: String, Codable, Sendable, CaseIterable {
    case allowOnce = "allow-once"
    case allowAlways = "allow-always"
    case deny = "deny"
}

public struct ExecApprovalResolveResult: Codable, Sendable {
    public let ok: Bool

    public init(
        ok: Bool
    ) {
        self.ok = ok
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
    }
}

public struct NodeListParams: Codable, Sendable {
    public init() {}
}

public struct NodeListResult: Codable, Sendable {
    public let ts: Int
    public let nodes: [NodeInfo]

    public init(
        ts: Int,
        nodes: [NodeInfo]
    ) {
        self.ts = ts
        self.nodes = nodes
    }

    private enum CodingKeys: String, CodingKey {
        case ts = "ts"
        case nodes = "nodes"
    }
}

public struct NodeInvokeParams: Codable, Sendable {
    public let nodeId: String
    public let command: String
    public let params: AnyCodable?
    public let timeoutMs: Int?
    public let idempotencyKey: String

    public init(
        nodeId: String,
        command: String,
        params: AnyCodable? = nil,
        timeoutMs: Int? = nil,
        idempotencyKey: String
    ) {
        self.nodeId = nodeId
        self.command = command
        self.params = params
        self.timeoutMs = timeoutMs
        self.idempotencyKey = idempotencyKey
    }

    private enum CodingKeys: String, CodingKey {
        case nodeId = "nodeId"
        case command = "command"
        case params = "params"
        case timeoutMs = "timeoutMs"
        case idempotencyKey = "idempotencyKey"
    }
}

public struct NodeInvokeResult: Codable, Sendable {
    public let ok: Bool
    public let nodeId: String
    public let command: String
    public let payload: AnyCodable
    public let payloadJSON: String?

    public init(
        ok: Bool,
        nodeId: String,
        command: String,
        payload: AnyCodable,
        payloadJSON: String? = nil
    ) {
        self.ok = ok
        self.nodeId = nodeId
        self.command = command
        self.payload = payload
        self.payloadJSON = payloadJSON
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
        case nodeId = "nodeId"
        case command = "command"
        case payload = "payload"
        case payloadJSON = "payloadJSON"
    }
}

public struct NodeInvokeResultParams: Codable, Sendable {
    public let id: String
    public let nodeId: String
    public let ok: Bool
    public let payload: AnyCodable?
    public let payloadJSON: String?
    public let error: NodeInvokeResultParamsError?

    public init(
        id: String,
        nodeId: String,
        ok: Bool,
        payload: AnyCodable? = nil,
        payloadJSON: String? = nil,
        error: NodeInvokeResultParamsError? = nil
    ) {
        self.id = id
        self.nodeId = nodeId
        self.ok = ok
        self.payload = payload
        self.payloadJSON = payloadJSON
        self.error = error
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case nodeId = "nodeId"
        case ok = "ok"
        case payload = "payload"
        case payloadJSON = "payloadJSON"
        case error = "error"
    }
}

public struct NodeInvokeResultParamsError: Codable, Sendable {
    public let code: String?
    public let message: String?

    public init(
        code: String? = nil,
        message: String? = nil
    ) {
        self.code = code
        self.message = message
    }

    private enum CodingKeys: String, CodingKey {
        case code = "code"
        case message = "message"
    }
}

public struct NodeInvokeResultResult: Codable, Sendable {
    public let ok: Bool
    public let ignored: Bool?

    public init(
        ok: Bool,
        ignored: Bool? = nil
    ) {
        self.ok = ok
        self.ignored = ignored
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
        case ignored = "ignored"
    }
}

public struct NodePairRequestParams: Codable, Sendable {
    public let nodeId: String
    public let displayName: String?
    public let platform: String?
    public let version: String?
    public let coreVersion: String?
    public let uiVersion: String?
    public let deviceFamily: String?
    public let modelIdentifier: String?
    public let caps: [String]?
    public let commands: [String]?
    public let remoteIp: String?
    public let silent: Bool?

    public init(
        nodeId: String,
        displayName: String? = nil,
        platform: String? = nil,
        version: String? = nil,
        coreVersion: String? = nil,
        uiVersion: String? = nil,
        deviceFamily: String? = nil,
        modelIdentifier: String? = nil,
        caps: [String]? = nil,
        commands: [String]? = nil,
        remoteIp: String? = nil,
        silent: Bool? = nil
    ) {
        self.nodeId = nodeId
        self.displayName = displayName
        self.platform = platform
        self.version = version
        self.coreVersion = coreVersion
        self.uiVersion = uiVersion
        self.deviceFamily = deviceFamily
        self.modelIdentifier = modelIdentifier
        self.caps = caps
        self.commands = commands
        self.remoteIp = remoteIp
        self.silent = silent
    }

    private enum CodingKeys: String, CodingKey {
        case nodeId = "nodeId"
        case displayName = "displayName"
        case platform = "platform"
        case version = "version"
        case coreVersion = "coreVersion"
        case uiVersion = "uiVersion"
        case deviceFamily = "deviceFamily"
        case modelIdentifier = "modelIdentifier"
        case caps = "caps"
        case commands = "commands"
        case remoteIp = "remoteIp"
        case silent = "silent"
    }
}

public struct NodePairRequestResult: Codable, Sendable {
    public let status: NodePairRequestResultStatus
    public let request: PendingPairing
    public let created: Bool

    public init(
        status: NodePairRequestResultStatus,
        request: PendingPairing,
        created: Bool
    ) {
        self.status = status
        self.request = request
        self.created = created
    }

    private enum CodingKeys: String, CodingKey {
        case status = "status"
        case request = "request"
        case created = "created"
    }
}

public enum NodePairRequestResultStatus: String, Codable, Sendable, CaseIterable {
    case pending = "pending"
}

public struct NodePairListParams: Codable, Sendable {
    public init() {}
}

public struct NodePairListResult: Codable, Sendable {
    public let pending: [PendingPairing]
    public let paired: [PairedNode]

    public init(
        pending: [PendingPairing],
        paired: [PairedNode]
    ) {
        self.pending = pending
        self.paired = paired
    }

    private enum CodingKeys: String, CodingKey {
        case pending = "pending"
        case paired = "paired"
    }
}

public struct NodePairApproveParams: Codable, Sendable {
    public let requestId: String

    public init(
        requestId: String
    ) {
        self.requestId = requestId
    }

    private enum CodingKeys: String, CodingKey {
        case requestId = "requestId"
    }
}

public struct NodePairApproveResult: Codable, Sendable {
    public let requestId: String
    public let node: NodePairApproveResultNode

    public init(
        requestId: String,
        node: NodePairApproveResultNode
    ) {
        self.requestId = requestId
        self.node = node
    }

    private enum CodingKeys: String, CodingKey {
        case requestId = "requestId"
        case node = "node"
    }
}

public struct NodePairApproveResultNode: Codable, Sendable {
    public let nodeId: String
    public let displayName: String?
    public let platform: String?
    public let version: String?
    public let coreVersion: String?
    public let uiVersion: String?
    public let deviceFamily: String?
    public let modelIdentifier: String?
    public let caps: [String]?
    public let commands: [String]?
    public let remoteIp: String?
    public let createdAtMs: Int
    public let approvedAtMs: Int
    public let token: String

    public init(
        nodeId: String,
        displayName: String? = nil,
        platform: String? = nil,
        version: String? = nil,
        coreVersion: String? = nil,
        uiVersion: String? = nil,
        deviceFamily: String? = nil,
        modelIdentifier: String? = nil,
        caps: [String]? = nil,
        commands: [String]? = nil,
        remoteIp: String? = nil,
        createdAtMs: Int,
        approvedAtMs: Int,
        token: String
    ) {
        self.nodeId = nodeId
        self.displayName = displayName
        self.platform = platform
        self.version = version
        self.coreVersion = coreVersion
        self.uiVersion = uiVersion
        self.deviceFamily = deviceFamily
        self.modelIdentifier = modelIdentifier
        self.caps = caps
        self.commands = commands
        self.remoteIp = remoteIp
        self.createdAtMs = createdAtMs
        self.approvedAtMs = approvedAtMs
        self.token = token
    }

    private enum CodingKeys: String, CodingKey {
        case nodeId = "nodeId"
        case displayName = "displayName"
        case platform = "platform"
        case version = "version"
        case coreVersion = "coreVersion"
        case uiVersion = "uiVersion"
        case deviceFamily = "deviceFamily"
        case modelIdentifier = "modelIdentifier"
        case caps = "caps"
        case commands = "commands"
        case remoteIp = "remoteIp"
        case createdAtMs = "createdAtMs"
        case approvedAtMs = "approvedAtMs"
        case token = "token"
    }
}

public struct NodePairRejectParams: Codable, Sendable {
    public let requestId: String

    public init(
        requestId: String
    ) {
        self.requestId = requestId
    }

    private enum CodingKeys: String, CodingKey {
        case requestId = "requestId"
    }
}

public struct NodePairRejectResult: Codable, Sendable {
    public let requestId: String
    public let nodeId: String

    public init(
        requestId: String,
        nodeId: String
    ) {
        self.requestId = requestId
        self.nodeId = nodeId
    }

    private enum CodingKeys: String, CodingKey {
        case requestId = "requestId"
        case nodeId = "nodeId"
    }
}

public struct NodePairVerifyParams: Codable, Sendable {
    public let nodeId: String
    public let token: String

    public init(
        nodeId: String,
        token: String
    ) {
        self.nodeId = nodeId
        self.token = token
    }

    private enum CodingKeys: String, CodingKey {
        case nodeId = "nodeId"
        case token = "token"
    }
}

public struct NodePairVerifyResult: Codable, Sendable {
    public let ok: Bool
    public let node: PairedNode?

    public init(
        ok: Bool,
        node: PairedNode? = nil
    ) {
        self.ok = ok
        self.node = node
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
        case node = "node"
    }
}

public struct ConnectChallengeEvent: Codable, Sendable {
    public let nonce: String
    public let ts: Int

    public init(
        nonce: String,
        ts: Int
    ) {
        self.nonce = nonce
        self.ts = ts
    }

    private enum CodingKeys: String, CodingKey {
        case nonce = "nonce"
        case ts = "ts"
    }
}

public struct TickEvent: Codable, Sendable {
    public let ts: Int

    public init(
        ts: Int
    ) {
        self.ts = ts
    }

    private enum CodingKeys: String, CodingKey {
        case ts = "ts"
    }
}

public typealias HealthEvent = HealthSummary

public struct ShutdownEvent: Codable, Sendable {
    public let reason: String
    public let restartExpectedMs: Int?

    public init(
        reason: String,
        restartExpectedMs: Int? = nil
    ) {
        self.reason = reason
        self.restartExpectedMs = restartExpectedMs
    }

    private enum CodingKeys: String, CodingKey {
        case reason = "reason"
        case restartExpectedMs = "restartExpectedMs"
    }
}

public struct PresenceEvent: Codable, Sendable {
    public let presence: [PresenceEntry]

    public init(
        presence: [PresenceEntry]
    ) {
        self.presence = presence
    }

    private enum CodingKeys: String, CodingKey {
        case presence = "presence"
    }
}

public struct AgentEvent: Codable, Sendable {
    public let runId: String
    public let sessionKey: String
    public let seq: Int
    public let stream: AgentEventStream
    public let ts: Int
    public let data: [String: AnyCodable]

    public init(
        runId: String,
        sessionKey: String,
        seq: Int,
        stream: AgentEventStream,
        ts: Int,
        data: [String: AnyCodable]
    ) {
        self.runId = runId
        self.sessionKey = sessionKey
        self.seq = seq
        self.stream = stream
        self.ts = ts
        self.data = data
    }

    private enum CodingKeys: String, CodingKey {
        case runId = "runId"
        case sessionKey = "sessionKey"
        case seq = "seq"
        case stream = "stream"
        case ts = "ts"
        case data = "data"
    }
}

public enum AgentEventStream: String, Codable, Sendable, CaseIterable {
    case lifecycle = "lifecycle"
    case assistant = "assistant"
    case thinking = "thinking"
    case tool = "tool"
    case search = "search"
    case usage = "usage"
    case notice = "notice"
    case checkpoint = "checkpoint"
}

public struct ChatEvent: Codable, Sendable {
    public let runId: String
    public let sessionKey: String
    public let seq: Int
    public let state: ChatEventState
    public let message: ChatMessage?
    public let errorMessage: String?
    public let usage: TokenUsage?
    public let stopReason: String?

    public init(
        runId: String,
        sessionKey: String,
        seq: Int,
        state: ChatEventState,
        message: ChatMessage? = nil,
        errorMessage: String? = nil,
        usage: TokenUsage? = nil,
        stopReason: String? = nil
    ) {
        self.runId = runId
        self.sessionKey = sessionKey
        self.seq = seq
        self.state = state
        self.message = message
        self.errorMessage = errorMessage
        self.usage = usage
        self.stopReason = stopReason
    }

    private enum CodingKeys: String, CodingKey {
        case runId = "runId"
        case sessionKey = "sessionKey"
        case seq = "seq"
        case state = "state"
        case message = "message"
        case errorMessage = "errorMessage"
        case usage = "usage"
        case stopReason = "stopReason"
    }
}

public enum ChatEventState: String, Codable, Sendable, CaseIterable {
    case delta = "delta"
    case activity = "activity"
    case final = "final"
    case aborted = "aborted"
    case error = "error"
}

public struct CronEvent: Codable, Sendable {
    public let action: CronEventAction
    public let ts: Int
    public let jobId: String
    public let runId: String?
    public let jobName: String?
    public let status: CronEventStatus?
    public let error: String?
    public let summary: String?
    public let sessionKey: String?
    public let runAtMs: Int?
    public let durationMs: Int?
    public let nextRunAtMs: Int?

    public init(
        action: CronEventAction,
        ts: Int,
        jobId: String,
        runId: String? = nil,
        jobName: String? = nil,
        status: CronEventStatus? = nil,
        error: String? = nil,
        summary: String? = nil,
        sessionKey: String? = nil,
        runAtMs: Int? = nil,
        durationMs: Int? = nil,
        nextRunAtMs: Int? = nil
    ) {
        self.action = action
        self.ts = ts
        self.jobId = jobId
        self.runId = runId
        self.jobName = jobName
        self.status = status
        self.error = error
        self.summary = summary
        self.sessionKey = sessionKey
        self.runAtMs = runAtMs
        self.durationMs = durationMs
        self.nextRunAtMs = nextRunAtMs
    }

    private enum CodingKeys: String, CodingKey {
        case action = "action"
        case ts = "ts"
        case jobId = "jobId"
        case runId = "runId"
        case jobName = "jobName"
        case status = "status"
        case error = "error"
        case summary = "summary"
        case sessionKey = "sessionKey"
        case runAtMs = "runAtMs"
        case durationMs = "durationMs"
        case nextRunAtMs = "nextRunAtMs"
    }
}

public enum CronEventAction: String, Codable, Sendable, CaseIterable {
    case added = "added"
    case updated = "updated"
    case removed = "removed"
    case started = "started"
    case finished = "finished"
}

public enum CronEventStatus: String, Codable, Sendable, CaseIterable {
    case ok = "ok"
    case error = "error"
    case skipped = "skipped"
    case missed = "missed"
    case interrupted = "interrupted"
}

public typealias ExecApprovalRequestedEvent = PendingApproval

public struct ExecApprovalResolvedEvent: Codable, Sendable {
    public let id: String
    public let sessionKey: String
    public let runId: String
    public let decision: ExecApprovalResolvedEventDecision

    public init(
        id: String,
        sessionKey: String,
        runId: String,
        decision: ExecApprovalResolvedEventDecision
    ) {
        self.id = id
        self.sessionKey = sessionKey
        self.runId = runId
        self.decision = decision
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case sessionKey = "sessionKey"
        case runId = "runId"
        case decision = "decision"
    }
}

public enum ExecApprovalResolvedEventDecision: String, Codable, Sendable, CaseIterable {
    case allowOnce = "allow-once"
    case allowAlways = "allow-always"
    case deny = "deny"
    case expired = "expired"
    case aborted = "aborted"
}

public typealias NodePairRequestedEvent = PendingPairing

public struct NodePairResolvedEvent: Codable, Sendable {
    public let requestId: String
    public let nodeId: String
    public let decision: NodePairResolvedEventDecision
    public let ts: Int

    public init(
        requestId: String,
        nodeId: String,
        decision: NodePairResolvedEventDecision,
        ts: Int
    ) {
        self.requestId = requestId
        self.nodeId = nodeId
        self.decision = decision
        self.ts = ts
    }

    private enum CodingKeys: String, CodingKey {
        case requestId = "requestId"
        case nodeId = "nodeId"
        case decision = "decision"
        case ts = "ts"
    }
}

public enum NodePairResolvedEventDecision: String, Codable, Sendable, CaseIterable {
    case approved = "approved"
    case rejected = "rejected"
}

public struct NodeInvokeRequestEvent: Codable, Sendable {
    public let id: String
    public let nodeId: String
    public let command: String
    public let paramsJSON: String?
    public let timeoutMs: Int?
    public let idempotencyKey: String?

    public init(
        id: String,
        nodeId: String,
        command: String,
        paramsJSON: String? = nil,
        timeoutMs: Int? = nil,
        idempotencyKey: String? = nil
    ) {
        self.id = id
        self.nodeId = nodeId
        self.command = command
        self.paramsJSON = paramsJSON
        self.timeoutMs = timeoutMs
        self.idempotencyKey = idempotencyKey
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case nodeId = "nodeId"
        case command = "command"
        case paramsJSON = "paramsJSON"
        case timeoutMs = "timeoutMs"
        case idempotencyKey = "idempotencyKey"
    }
}

public struct StateVersion: Codable, Sendable {
    public let presence: Int
    public let health: Int

    public init(
        presence: Int,
        health: Int
    ) {
        self.presence = presence
        self.health = health
    }

    private enum CodingKeys: String, CodingKey {
        case presence = "presence"
        case health = "health"
    }
}

public struct ClientInfo: Codable, Sendable {
    public let id: String
    public let displayName: String?
    public let version: String
    public let platform: String
    public let deviceFamily: String?
    public let modelIdentifier: String?
    public let mode: ClientInfoMode
    public let instanceId: String?

    public init(
        id: String,
        displayName: String? = nil,
        version: String,
        platform: String,
        deviceFamily: String? = nil,
        modelIdentifier: String? = nil,
        mode: ClientInfoMode,
        instanceId: String? = nil
    ) {
        self.id = id
        self.displayName = displayName
        self.version = version
        self.platform = platform
        self.deviceFamily = deviceFamily
        self.modelIdentifier = modelIdentifier
        self.mode = mode
        self.instanceId = instanceId
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case displayName = "displayName"
        case version = "version"
        case platform = "platform"
        case deviceFamily = "deviceFamily"
        case modelIdentifier = "modelIdentifier"
        case mode = "mode"
        case instanceId = "instanceId"
    }
}

public enum ClientInfoMode: String, Codable, Sendable, CaseIterable {
    case webchat = "webchat"
    case cli = "cli"
    case ui = "ui"
    case backend = "backend"
    case node = "node"
    case probe = "probe"
    case test = "test"
}

public struct DeviceIdentity: Codable, Sendable {
    public let id: String
    public let publicKey: String
    public let signature: String
    public let nonce: String
    public let signedAt: Int

    public init(
        id: String,
        publicKey: String,
        signature: String,
        nonce: String,
        signedAt: Int
    ) {
        self.id = id
        self.publicKey = publicKey
        self.signature = signature
        self.nonce = nonce
        self.signedAt = signedAt
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case publicKey = "publicKey"
        case signature = "signature"
        case nonce = "nonce"
        case signedAt = "signedAt"
    }
}

public struct ConnectAuth: Codable, Sendable {
    public let token: String?
    public let deviceToken: String?
    public let password: String?

    public init(
        token: String? = nil,
        deviceToken: String? = nil,
        password: String? = nil
    ) {
        self.token = token
        self.deviceToken = deviceToken
        self.password = password
    }

    private enum CodingKeys: String, CodingKey {
        case token = "token"
        case deviceToken = "deviceToken"
        case password = "password"
    }
}

public struct ResumeRequest: Codable, Sendable {
    public let connId: String
    public let seq: Int

    public init(
        connId: String,
        seq: Int
    ) {
        self.connId = connId
        self.seq = seq
    }

    private enum CodingKeys: String, CodingKey {
        case connId = "connId"
        case seq = "seq"
    }
}

public struct PresenceEntry: Codable, Sendable {
    public let host: String?
    public let ip: String?
    public let version: String?
    public let platform: String?
    public let deviceFamily: String?
    public let modelIdentifier: String?
    public let mode: String?
    public let lastInputSeconds: Int?
    public let reason: String?
    public let tags: [String]?
    public let text: String?
    public let ts: Int
    public let deviceId: String?
    public let roles: [String]?
    public let scopes: [String]?
    public let instanceId: String?

    public init(
        host: String? = nil,
        ip: String? = nil,
        version: String? = nil,
        platform: String? = nil,
        deviceFamily: String? = nil,
        modelIdentifier: String? = nil,
        mode: String? = nil,
        lastInputSeconds: Int? = nil,
        reason: String? = nil,
        tags: [String]? = nil,
        text: String? = nil,
        ts: Int,
        deviceId: String? = nil,
        roles: [String]? = nil,
        scopes: [String]? = nil,
        instanceId: String? = nil
    ) {
        self.host = host
        self.ip = ip
        self.version = version
        self.platform = platform
        self.deviceFamily = deviceFamily
        self.modelIdentifier = modelIdentifier
        self.mode = mode
        self.lastInputSeconds = lastInputSeconds
        self.reason = reason
        self.tags = tags
        self.text = text
        self.ts = ts
        self.deviceId = deviceId
        self.roles = roles
        self.scopes = scopes
        self.instanceId = instanceId
    }

    private enum CodingKeys: String, CodingKey {
        case host = "host"
        case ip = "ip"
        case version = "version"
        case platform = "platform"
        case deviceFamily = "deviceFamily"
        case modelIdentifier = "modelIdentifier"
        case mode = "mode"
        case lastInputSeconds = "lastInputSeconds"
        case reason = "reason"
        case tags = "tags"
        case text = "text"
        case ts = "ts"
        case deviceId = "deviceId"
        case roles = "roles"
        case scopes = "scopes"
        case instanceId = "instanceId"
    }
}

public struct HealthSummary: Codable, Sendable {
    public let ok: Bool
    public let ts: Int
    public let durationMs: Int
    public let version: String
    public let uptimeMs: Int
    public let channels: [String: HealthSummaryChannelsValue]
    public let channelOrder: [String]
    public let heartbeatSeconds: Int
    public let defaultAgentId: String
    public let agents: [HealthSummaryAgentsItem]
    public let sessions: HealthSummarySessions

    public init(
        ok: Bool,
        ts: Int,
        durationMs: Int,
        version: String,
        uptimeMs: Int,
        channels: [String: HealthSummaryChannelsValue],
        channelOrder: [String],
        heartbeatSeconds: Int,
        defaultAgentId: String,
        agents: [HealthSummaryAgentsItem],
        sessions: HealthSummarySessions
    ) {
        self.ok = ok
        self.ts = ts
        self.durationMs = durationMs
        self.version = version
        self.uptimeMs = uptimeMs
        self.channels = channels
        self.channelOrder = channelOrder
        self.heartbeatSeconds = heartbeatSeconds
        self.defaultAgentId = defaultAgentId
        self.agents = agents
        self.sessions = sessions
    }

    private enum CodingKeys: String, CodingKey {
        case ok = "ok"
        case ts = "ts"
        case durationMs = "durationMs"
        case version = "version"
        case uptimeMs = "uptimeMs"
        case channels = "channels"
        case channelOrder = "channelOrder"
        case heartbeatSeconds = "heartbeatSeconds"
        case defaultAgentId = "defaultAgentId"
        case agents = "agents"
        case sessions = "sessions"
    }
}

public struct HealthSummaryChannelsValue: Codable, Sendable {
    public let label: String
    public let configured: Bool

    public init(
        label: String,
        configured: Bool
    ) {
        self.label = label
        self.configured = configured
    }

    private enum CodingKeys: String, CodingKey {
        case label = "label"
        case configured = "configured"
    }
}

public struct HealthSummaryAgentsItem: Codable, Sendable {
    public let agentId: String
    public let isDefault: Bool

    public init(
        agentId: String,
        isDefault: Bool
    ) {
        self.agentId = agentId
        self.isDefault = isDefault
    }

    private enum CodingKeys: String, CodingKey {
        case agentId = "agentId"
        case isDefault = "isDefault"
    }
}

public struct HealthSummarySessions: Codable, Sendable {
    public let count: Int

    public init(
        count: Int
    ) {
        self.count = count
    }

    private enum CodingKeys: String, CodingKey {
        case count = "count"
    }
}

public struct Snapshot: Codable, Sendable {
    public let presence: [PresenceEntry]
    public let health: HealthSummary
    public let stateVersion: StateVersion
    public let uptimeMs: Int
    public let sessionDefaults: SnapshotSessionDefaults

    public init(
        presence: [PresenceEntry],
        health: HealthSummary,
        stateVersion: StateVersion,
        uptimeMs: Int,
        sessionDefaults: SnapshotSessionDefaults
    ) {
        self.presence = presence
        self.health = health
        self.stateVersion = stateVersion
        self.uptimeMs = uptimeMs
        self.sessionDefaults = sessionDefaults
    }

    private enum CodingKeys: String, CodingKey {
        case presence = "presence"
        case health = "health"
        case stateVersion = "stateVersion"
        case uptimeMs = "uptimeMs"
        case sessionDefaults = "sessionDefaults"
    }
}

public struct SnapshotSessionDefaults: Codable, Sendable {
    public let defaultAgentId: String
    public let mainKey: String
    public let mainSessionKey: String

    public init(
        defaultAgentId: String,
        mainKey: String,
        mainSessionKey: String
    ) {
        self.defaultAgentId = defaultAgentId
        self.mainKey = mainKey
        self.mainSessionKey = mainSessionKey
    }

    private enum CodingKeys: String, CodingKey {
        case defaultAgentId = "defaultAgentId"
        case mainKey = "mainKey"
        case mainSessionKey = "mainSessionKey"
    }
}

public struct ResumeAnswer: Codable, Sendable {
    public let resumed: Bool
    public let seq: Int
    public let reason: String?

    public init(
        resumed: Bool,
        seq: Int,
        reason: String? = nil
    ) {
        self.resumed = resumed
        self.seq = seq
        self.reason = reason
    }

    private enum CodingKeys: String, CodingKey {
        case resumed = "resumed"
        case seq = "seq"
        case reason = "reason"
    }
}

public struct HelloOk: Codable, Sendable {
    public let type: String
    public let `protocol`: Int
    public let server: HelloOkServer
    public let features: HelloOkFeatures
    public let snapshot: Snapshot
    public let auth: HelloOkAuth
    public let policy: HelloOkPolicy
    public let resume: ResumeAnswer?

    public init(
        type: String = "hello-ok",
        `protocol`: Int,
        server: HelloOkServer,
        features: HelloOkFeatures,
        snapshot: Snapshot,
        auth: HelloOkAuth,
        policy: HelloOkPolicy,
        resume: ResumeAnswer? = nil
    ) {
        self.type = type
        self.`protocol` = `protocol`
        self.server = server
        self.features = features
        self.snapshot = snapshot
        self.auth = auth
        self.policy = policy
        self.resume = resume
    }

    private enum CodingKeys: String, CodingKey {
        case type = "type"
        case `protocol` = "protocol"
        case server = "server"
        case features = "features"
        case snapshot = "snapshot"
        case auth = "auth"
        case policy = "policy"
        case resume = "resume"
    }
}

public struct HelloOkServer: Codable, Sendable {
    public let version: String
    public let connId: String

    public init(
        version: String,
        connId: String
    ) {
        self.version = version
        self.connId = connId
    }

    private enum CodingKeys: String, CodingKey {
        case version = "version"
        case connId = "connId"
    }
}

public struct HelloOkFeatures: Codable, Sendable {
    public let methods: [String]
    public let events: [String]

    public init(
        methods: [String],
        events: [String]
    ) {
        self.methods = methods
        self.events = events
    }

    private enum CodingKeys: String, CodingKey {
        case methods = "methods"
        case events = "events"
    }
}

public struct HelloOkAuth: Codable, Sendable {
    public let role: HelloOkAuthRole
    public let scopes: [String]

    public init(
        role: HelloOkAuthRole,
        scopes: [String]
    ) {
        self.role = role
        self.scopes = scopes
    }

    private enum CodingKeys: String, CodingKey {
        case role = "role"
        case scopes = "scopes"
    }
}

public enum HelloOkAuthRole: String, Codable, Sendable, CaseIterable {
    case `operator` = "operator"
    case node = "node"
}

public struct HelloOkPolicy: Codable, Sendable {
    public let maxPayload: Int
    public let maxBufferedBytes: Int
    public let tickIntervalMs: Int

    public init(
        maxPayload: Int,
        maxBufferedBytes: Int,
        tickIntervalMs: Int
    ) {
        self.maxPayload = maxPayload
        self.maxBufferedBytes = maxBufferedBytes
        self.tickIntervalMs = tickIntervalMs
    }

    private enum CodingKeys: String, CodingKey {
        case maxPayload = "maxPayload"
        case maxBufferedBytes = "maxBufferedBytes"
        case tickIntervalMs = "tickIntervalMs"
    }
}

public struct SessionRow: Codable, Sendable {
    public let key: String
    public let sessionId: String
    public let kind: SessionRowKind
    public let displayName: String
    public let updatedAt: Int
    public let status: SessionRowStatus

    public init(
        key: String,
        sessionId: String,
        kind: SessionRowKind,
        displayName: String,
        updatedAt: Int,
        status: SessionRowStatus
    ) {
        self.key = key
        self.sessionId = sessionId
        self.kind = kind
        self.displayName = displayName
        self.updatedAt = updatedAt
        self.status = status
    }

    private enum CodingKeys: String, CodingKey {
        case key = "key"
        case sessionId = "sessionId"
        case kind = "kind"
        case displayName = "displayName"
        case updatedAt = "updatedAt"
        case status = "status"
    }
}

public enum SessionRowKind: String, Codable, Sendable, CaseIterable {
    case direct = "direct"
}

public enum SessionRowStatus: String, Codable, Sendable, CaseIterable {
    case running = "running"
    case done = "done"
}

public struct InternalEvent: Codable, Sendable {
    public let type: String
    public let source: InternalEventSource
    public let childSessionKey: String
    public let taskLabel: String
    public let status: InternalEventStatus
    public let statusLabel: String
    public let result: String
    public let replyInstruction: String?

    public init(
        type: String = "task_completion",
        source: InternalEventSource,
        childSessionKey: String,
        taskLabel: String,
        status: InternalEventStatus,
        statusLabel: String,
        result: String,
        replyInstruction: String? = nil
    ) {
        self.type = type
        self.source = source
        self.childSessionKey = childSessionKey
        self.taskLabel = taskLabel
        self.status = status
        self.statusLabel = statusLabel
        self.result = result
        self.replyInstruction = replyInstruction
    }

    private enum CodingKeys: String, CodingKey {
        case type = "type"
        case source = "source"
        case childSessionKey = "childSessionKey"
        case taskLabel = "taskLabel"
        case status = "status"
        case statusLabel = "statusLabel"
        case result = "result"
        case replyInstruction = "replyInstruction"
    }
}

public enum InternalEventSource: String, Codable, Sendable, CaseIterable {
    case subagent = "subagent"
    case cron = "cron"
}

public enum InternalEventStatus: String, Codable, Sendable, CaseIterable {
    case ok = "ok"
    case timeout = "timeout"
    case error = "error"
    case unknown = "unknown"
}

public struct AgentAccepted: Codable, Sendable {
    public let runId: String
    public let status: AgentAcceptedStatus
    public let acceptedAt: Int
    public let sessionKey: String

    public init(
        runId: String,
        status: AgentAcceptedStatus,
        acceptedAt: Int,
        sessionKey: String
    ) {
        self.runId = runId
        self.status = status
        self.acceptedAt = acceptedAt
        self.sessionKey = sessionKey
    }

    private enum CodingKeys: String, CodingKey {
        case runId = "runId"
        case status = "status"
        case acceptedAt = "acceptedAt"
        case sessionKey = "sessionKey"
    }
}

public enum AgentAcceptedStatus: String, Codable, Sendable, CaseIterable {
    case accepted = "accepted"
}

public struct TokenUsage: Codable, Sendable {
    public let inputTokens: Int
    public let outputTokens: Int
    public let cacheReadTokens: Int

    public init(
        inputTokens: Int,
        outputTokens: Int,
        cacheReadTokens: Int
    ) {
        self.inputTokens = inputTokens
        self.outputTokens = outputTokens
        self.cacheReadTokens = cacheReadTokens
    }

    private enum CodingKeys: String, CodingKey {
        case inputTokens = "inputTokens"
        case outputTokens = "outputTokens"
        case cacheReadTokens = "cacheReadTokens"
    }
}

public struct AgentFinal: Codable, Sendable {
    public let runId: String
    public let status: AgentFinalStatus
    public let summary: String
    public let result: AgentFinalResult?

    public init(
        runId: String,
        status: AgentFinalStatus,
        summary: String,
        result: AgentFinalResult? = nil
    ) {
        self.runId = runId
        self.status = status
        self.summary = summary
        self.result = result
    }

    private enum CodingKeys: String, CodingKey {
        case runId = "runId"
        case status = "status"
        case summary = "summary"
        case result = "result"
    }
}

public enum AgentFinalStatus: String, Codable, Sendable, CaseIterable {
    case ok = "ok"
    case aborted = "aborted"
    case error = "error"
}

public struct AgentFinalResult: Codable, Sendable {
    public let payloads: [AgentFinalResultPayloadsItem]
    public let meta: AgentFinalResultMeta

    public init(
        payloads: [AgentFinalResultPayloadsItem],
        meta: AgentFinalResultMeta
    ) {
        self.payloads = payloads
        self.meta = meta
    }

    private enum CodingKeys: String, CodingKey {
        case payloads = "payloads"
        case meta = "meta"
    }
}

public struct AgentFinalResultPayloadsItem: Codable, Sendable {
    public let text: String
    public let mediaUrl: String?

    public init(
        text: String,
        mediaUrl: String? = nil
    ) {
        self.text = text
        self.mediaUrl = mediaUrl
    }

    private enum CodingKeys: String, CodingKey {
        case text = "text"
        case mediaUrl = "mediaUrl"
    }
}

public struct AgentFinalResultMeta: Codable, Sendable {
    public let sessionId: String
    public let runStatus: String
    public let aborted: Bool
    public let durationMs: Int
    public let toolCalls: Int
    public let usage: TokenUsage?

    public init(
        sessionId: String,
        runStatus: String,
        aborted: Bool,
        durationMs: Int,
        toolCalls: Int,
        usage: TokenUsage? = nil
    ) {
        self.sessionId = sessionId
        self.runStatus = runStatus
        self.aborted = aborted
        self.durationMs = durationMs
        self.toolCalls = toolCalls
        self.usage = usage
    }

    private enum CodingKeys: String, CodingKey {
        case sessionId = "sessionId"
        case runStatus = "runStatus"
        case aborted = "aborted"
        case durationMs = "durationMs"
        case toolCalls = "toolCalls"
        case usage = "usage"
    }
}

public struct TextPart: Codable, Sendable {
    public let type: String
    public let text: String

    public init(
        type: String = "text",
        text: String
    ) {
        self.type = type
        self.text = text
    }

    private enum CodingKeys: String, CodingKey {
        case type = "type"
        case text = "text"
    }
}

public struct ShownToolCall: Codable, Sendable {
    public let id: String
    public let name: String
    public let args: [String: AnyCodable]
    public let result: String?

    public init(
        id: String,
        name: String,
        args: [String: AnyCodable],
        result: String? = nil
    ) {
        self.id = id
        self.name = name
        self.args = args
        self.result = result
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case name = "name"
        case args = "args"
        case result = "result"
    }
}

public struct ChatMessage: Codable, Sendable {
    public let role: ChatMessageRole
    public let content: [TextPart]
    public let timestamp: Int?
    public let toolCalls: [ShownToolCall]?
    public let truncated: Bool?

    public init(
        role: ChatMessageRole,
        content: [TextPart],
        timestamp: Int? = nil,
        toolCalls: [ShownToolCall]? = nil,
        truncated: Bool? = nil
    ) {
        self.role = role
        self.content = content
        self.timestamp = timestamp
        self.toolCalls = toolCalls
        self.truncated = truncated
    }

    private enum CodingKeys: String, CodingKey {
        case role = "role"
        case content = "content"
        case timestamp = "timestamp"
        case toolCalls = "toolCalls"
        case truncated = "truncated"
    }
}

public enum ChatMessageRole: String, Codable, Sendable, CaseIterable {
    case user = "user"
    case assistant = "assistant"
}

public typealias CronSchedule = AnyCodable

public typealias CronPayload = AnyCodable

public struct CronJobState: Codable, Sendable {
    public let nextRunAtMs: Int?
    public let runningAtMs: Int?
    public let lastRunAtMs: Int?
    public let lastRunStatus: CronJobStateLastRunStatus?
    public let lastError: String?
    public let lastDurationMs: Int?
    public let consecutiveErrors: Int?

    public init(
        nextRunAtMs: Int? = nil,
        runningAtMs: Int? = nil,
        lastRunAtMs: Int? = nil,
        lastRunStatus: CronJobStateLastRunStatus? = nil,
        lastError: String? = nil,
        lastDurationMs: Int? = nil,
        consecutiveErrors: Int? = nil
    ) {
        self.nextRunAtMs = nextRunAtMs
        self.runningAtMs = runningAtMs
        self.lastRunAtMs = lastRunAtMs
        self.lastRunStatus = lastRunStatus
        self.lastError = lastError
        self.lastDurationMs = lastDurationMs
        self.consecutiveErrors = consecutiveErrors
    }

    private enum CodingKeys: String, CodingKey {
        case nextRunAtMs = "nextRunAtMs"
        case runningAtMs = "runningAtMs"
        case lastRunAtMs = "lastRunAtMs"
        case lastRunStatus = "lastRunStatus"
        case lastError = "lastError"
        case lastDurationMs = "lastDurationMs"
        case consecutiveErrors = "consecutiveErrors"
    }
}

public enum CronJobStateLastRunStatus: String, Codable, Sendable, CaseIterable {
    case ok = "ok"
    case error = "error"
    case skipped = "skipped"
    case missed = "missed"
    case interrupted = "interrupted"
}

public struct CronJob: Codable, Sendable {
    public let id: String
    public let name: String
    public let description: String?
    public let enabled: Bool
    public let createdAtMs: Int
    public let updatedAtMs: Int
    public let schedule: CronSchedule
    public let sessionTarget: String
    public let wakeMode: CronJobWakeMode
    public let payload: CronPayload
    public let deliverTo: String?
    public let deleteAfterRun: Bool?
    public let state: CronJobState

    public init(
        id: String,
        name: String,
        description: String? = nil,
        enabled: Bool,
        createdAtMs: Int,
        updatedAtMs: Int,
        schedule: CronSchedule,
        sessionTarget: String,
        wakeMode: CronJobWakeMode,
        payload: CronPayload,
        deliverTo: String? = nil,
        deleteAfterRun: Bool? = nil,
        state: CronJobState
    ) {
        self.id = id
        self.name = name
        self.description = description
        self.enabled = enabled
        self.createdAtMs = createdAtMs
        self.updatedAtMs = updatedAtMs
        self.schedule = schedule
        self.sessionTarget = sessionTarget
        self.wakeMode = wakeMode
        self.payload = payload
        self.deliverTo = deliverTo
        self.deleteAfterRun = deleteAfterRun
        self.state = state
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case name = "name"
        case description = "description"
        case enabled = "enabled"
        case createdAtMs = "createdAtMs"
        case updatedAtMs = "updatedAtMs"
        case schedule = "schedule"
        case sessionTarget = "sessionTarget"
        case wakeMode = "wakeMode"
        case payload = "payload"
        case deliverTo = "deliverTo"
        case deleteAfterRun = "deleteAfterRun"
        case state = "state"
    }
}

public enum CronJobWakeMode: String, Codable, Sendable, CaseIterable {
    case now = "now"
    case nextHeartbeat = "next-heartbeat"
}

public struct CronRunEntry: Codable, Sendable {
    public let action: CronRunEntryAction
    public let ts: Int
    public let jobId: String
    public let runId: String
    public let jobName: String?
    public let status: CronRunEntryStatus?
    public let error: String?
    public let summary: String?
    public let sessionKey: String?
    public let runAtMs: Int?
    public let durationMs: Int?
    public let nextRunAtMs: Int?

    public init(
        action: CronRunEntryAction,
        ts: Int,
        jobId: String,
        runId: String,
        jobName: String? = nil,
        status: CronRunEntryStatus? = nil,
        error: String? = nil,
        summary: String? = nil,
        sessionKey: String? = nil,
        runAtMs: Int? = nil,
        durationMs: Int? = nil,
        nextRunAtMs: Int? = nil
    ) {
        self.action = action
        self.ts = ts
        self.jobId = jobId
        self.runId = runId
        self.jobName = jobName
        self.status = status
        self.error = error
        self.summary = summary
        self.sessionKey = sessionKey
        self.runAtMs = runAtMs
        self.durationMs = durationMs
        self.nextRunAtMs = nextRunAtMs
    }

    private enum CodingKeys: String, CodingKey {
        case action = "action"
        case ts = "ts"
        case jobId = "jobId"
        case runId = "runId"
        case jobName = "jobName"
        case status = "status"
        case error = "error"
        case summary = "summary"
        case sessionKey = "sessionKey"
        case runAtMs = "runAtMs"
        case durationMs = "durationMs"
        case nextRunAtMs = "nextRunAtMs"
    }
}

public enum CronRunEntryAction: String, Codable, Sendable, CaseIterable {
    case finished = "finished"
}

public enum CronRunEntryStatus: String, Codable, Sendable, CaseIterable {
    case ok = "ok"
    case error = "error"
    case skipped = "skipped"
    case missed = "missed"
    case interrupted = "interrupted"
}

public struct PendingApproval: Codable, Sendable {
    public let id: String
    public let sessionKey: String
    public let runId: String
    public let tool: String
    public let command: String
    public let display: String
    public let directory: String
    public let requestedAt: String
    public let expiresAt: String

    public init(
        id: String,
        sessionKey: String,
        runId: String,
        tool: String,
        command: String,
        display: String,
        directory: String,
        requestedAt: String,
        expiresAt: String
    ) {
        self.id = id
        self.sessionKey = sessionKey
        self.runId = runId
        self.tool = tool
        self.command = command
        self.display = display
        self.directory = directory
        self.requestedAt = requestedAt
        self.expiresAt = expiresAt
    }

    private enum CodingKeys: String, CodingKey {
        case id = "id"
        case sessionKey = "sessionKey"
        case runId = "runId"
        case tool = "tool"
        case command = "command"
        case display = "display"
        case directory = "directory"
        case requestedAt = "requestedAt"
        case expiresAt = "expiresAt"
    }
}

public struct NodeInfo: Codable, Sendable {
    public let nodeId: String
    public let displayName: String?
    public let platform: String?
    public let version: String?
    public let coreVersion: String?
    public let uiVersion: String?
    public let deviceFamily: String?
    public let modelIdentifier: String?
    public let caps: [String]
    public let commands: [String]
    public let remoteIp: String?
    public let permissions: [String: Bool]?
    public let pathEnv: String?
    public let clientId: String?
    public let clientMode: String?
    public let connectedAtMs: Int?
    public let approvedAtMs: Int?
    public let paired: Bool
    public let connected: Bool

    public init(
        nodeId: String,
        displayName: String? = nil,
        platform: String? = nil,
        version: String? = nil,
        coreVersion: String? = nil,
        uiVersion: String? = nil,
        deviceFamily: String? = nil,
        modelIdentifier: String? = nil,
        caps: [String],
        commands: [String],
        remoteIp: String? = nil,
        permissions: [String: Bool]? = nil,
        pathEnv: String? = nil,
        clientId: String? = nil,
        clientMode: String? = nil,
        connectedAtMs: Int? = nil,
        approvedAtMs: Int? = nil,
        paired: Bool,
        connected: Bool
    ) {
        self.nodeId = nodeId
        self.displayName = displayName
        self.platform = platform
        self.version = version
        self.coreVersion = coreVersion
        self.uiVersion = uiVersion
        self.deviceFamily = deviceFamily
        self.modelIdentifier = modelIdentifier
        self.caps = caps
        self.commands = commands
        self.remoteIp = remoteIp
        self.permissions = permissions
        self.pathEnv = pathEnv
        self.clientId = clientId
        self.clientMode = clientMode
        self.connectedAtMs = connectedAtMs
        self.approvedAtMs = approvedAtMs
        self.paired = paired
        self.connected = connected
    }

    private enum CodingKeys: String, CodingKey {
        case nodeId = "nodeId"
        case displayName = "displayName"
        case platform = "platform"
        case version = "version"
        case coreVersion = "coreVersion"
        case uiVersion = "uiVersion"
        case deviceFamily = "deviceFamily"
        case modelIdentifier = "modelIdentifier"
        case caps = "caps"
        case commands = "commands"
        case remoteIp = "remoteIp"
        case permissions = "permissions"
        case pathEnv = "pathEnv"
        case clientId = "clientId"
        case clientMode = "clientMode"
        case connectedAtMs = "connectedAtMs"
        case approvedAtMs = "approvedAtMs"
        case paired = "paired"
        case connected = "connected"
    }
}

public struct PendingPairing: Codable, Sendable {
    public let requestId: String
    public let nodeId: String
    public let displayName: String?
    public let platform: String?
    public let version: String?
    public let coreVersion: String?
    public let uiVersion: String?
    public let deviceFamily: String?
    public let modelIdentifier: String?
    public let caps: [String]?
    public let commands: [String]?
    public let remoteIp: String?
    public let silent: Bool?
    public let ts: Int

    public init(
        requestId: String,
        nodeId: String,
        displayName: String? = nil,
        platform: String? = nil,
        version: String? = nil,
        coreVersion: String? = nil,
        uiVersion: String? = nil,
        deviceFamily: String? = nil,
        modelIdentifier: String? = nil,
        caps: [String]? = nil,
        commands: [String]? = nil,
        remoteIp: String? = nil,
        silent: Bool? = nil,
        ts: Int
    ) {
        self.requestId = requestId
        self.nodeId = nodeId
        self.displayName = displayName
        self.platform = platform
        self.version = version
        self.coreVersion = coreVersion
        self.uiVersion = uiVersion
        self.deviceFamily = deviceFamily
        self.modelIdentifier = modelIdentifier
        self.caps = caps
        self.commands = commands
        self.remoteIp = remoteIp
        self.silent = silent
        self.ts = ts
    }

    private enum CodingKeys: String, CodingKey {
        case requestId = "requestId"
        case nodeId = "nodeId"
        case displayName = "displayName"
        case platform = "platform"
        case version = "version"
        case coreVersion = "coreVersion"
        case uiVersion = "uiVersion"
        case deviceFamily = "deviceFamily"
        case modelIdentifier = "modelIdentifier"
        case caps = "caps"
        case commands = "commands"
        case remoteIp = "remoteIp"
        case silent = "silent"
        case ts = "ts"
    }
}

public struct PairedNode: Codable, Sendable {
    public let nodeId: String
    public let displayName: String?
    public let platform: String?
    public let version: String?
    public let coreVersion: String?
    public let uiVersion: String?
    public let deviceFamily: String?
    public let modelIdentifier: String?
    public let caps: [String]?
    public let commands: [String]?
    public let remoteIp: String?
    public let createdAtMs: Int
    public let approvedAtMs: Int

    public init(
        nodeId: String,
        displayName: String? = nil,
        platform: String? = nil,
        version: String? = nil,
        coreVersion: String? = nil,
        uiVersion: String? = nil,
        deviceFamily: String? = nil,
        modelIdentifier: String? = nil,
        caps: [String]? = nil,
        commands: [String]? = nil,
        remoteIp: String? = nil,
        createdAtMs: Int,
        approvedAtMs: Int
    ) {
        self.nodeId = nodeId
        self.displayName = displayName
        self.platform = platform
        self.version = version
        self.coreVersion = coreVersion
        self.uiVersion = uiVersion
        self.deviceFamily = deviceFamily
        self.modelIdentifier = modelIdentifier
        self.caps = caps
        self.commands = commands
        self.remoteIp = remoteIp
        self.createdAtMs = createdAtMs
        self.approvedAtMs = approvedAtMs
    }

    private enum CodingKeys: String, CodingKey {
        case nodeId = "nodeId"
        case displayName = "displayName"
        case platform = "platform"
        case version = "version"
        case coreVersion = "coreVersion"
        case uiVersion = "uiVersion"
        case deviceFamily = "deviceFamily"
        case modelIdentifier = "modelIdentifier"
        case caps = "caps"
        case commands = "commands"
        case remoteIp = "remoteIp"
        case createdAtMs = "createdAtMs"
        case approvedAtMs = "approvedAtMs"
    }
}

public enum GatewayMethodName: String, Codable, Sendable, CaseIterable {
    case health = "health"
    case status = "status"
    case logsTail = "logs.tail"
    case send = "send"
    case poll = "poll"
    case agent = "agent"
    case agentWait = "agent.wait"
    case chatHistory = "chat.history"
    case chatSend = "chat.send"
    case chatAbort = "chat.abort"
    case sessionsList = "sessions.list"
    case sessionsPatch = "sessions.patch"
    case sessionsDelete = "sessions.delete"
    case systemEvent = "system-event"
    case wake = "wake"
    case cronList = "cron.list"
    case cronStatus = "cron.status"
    case cronAdd = "cron.add"
    case cronUpdate = "cron.update"
    case cronRemove = "cron.remove"
    case cronRun = "cron.run"
    case cronRuns = "cron.runs"
    case execApprovalList = "exec.approval.list"
    case execApprovalResolve = "exec.approval.resolve"
    case nodeList = "node.list"
    case nodeInvoke = "node.invoke"
    case nodeInvokeResult = "node.invoke.result"
    case nodePairRequest = "node.pair.request"
    case nodePairList = "node.pair.list"
    case nodePairApprove = "node.pair.approve"
    case nodePairReject = "node.pair.reject"
    case nodePairVerify = "node.pair.verify"
}

public enum GatewayEventName: String, Codable, Sendable, CaseIterable {
    case connectChallenge = "connect.challenge"
    case tick = "tick"
    case health = "health"
    case shutdown = "shutdown"
    case presence = "presence"
    case agent = "agent"
    case chat = "chat"
    case cron = "cron"
    case execApprovalRequested = "exec.approval.requested"
    case execApprovalResolved = "exec.approval.resolved"
    case nodePairRequested = "node.pair.requested"
    case nodePairResolved = "node.pair.resolved"
    case nodeInvokeRequest = "node.invoke.request"
}

public enum GatewayFrame: Codable, Sendable {
    case req(RequestFrame)
    case res(ResponseFrame)
    case event(EventFrame)
    case unknown(type: String, raw: [String: AnyCodable])

    private enum TypeKey: String, CodingKey {
        case type
    }

    public init(from decoder: Decoder) throws {
        let type = try decoder.container(keyedBy: TypeKey.self).decode(String.self, forKey: .type)
        switch type {
        case "req": self = .req(try RequestFrame(from: decoder))
        case "res": self = .res(try ResponseFrame(from: decoder))
        case "event": self = .event(try EventFrame(from: decoder))
        default: self = .unknown(type: type, raw: try [String: AnyCodable](from: decoder))
        }
    }

    public func encode(to encoder: Encoder) throws {
        switch self {
        case .req(let frame): try frame.encode(to: encoder)
        case .res(let frame): try frame.encode(to: encoder)
        case .event(let frame): try frame.encode(to: encoder)
        case .unknown(_, let raw): try raw.encode(to: encoder)
        }
    }
}
