// The one table of A2A operations: what each is called in 1.0 and in 0.3 (with the spellings that old clients use), and what
// the agent must be able to do before it is offered. Names of the two versions never clash, so a name tells its version.
// A2A 1.0 §5.3, §9.4; 0.3 §3.5.

export type Capability = 'streaming' | 'pushNotifications' | 'extendedAgentCard';

export type OperationId =
  | 'sendMessage'
  | 'sendStreamingMessage'
  | 'getTask'
  | 'listTasks'
  | 'cancelTask'
  | 'subscribeToTask'
  | 'createPushConfig'
  | 'getPushConfig'
  | 'listPushConfigs'
  | 'deletePushConfig'
  | 'getExtendedCard';

export interface Method {
  readonly operation: OperationId;
  /** JSON-RPC name in 1.0, which is the gRPC name too. */
  readonly v1: string;
  /** Names in 0.3: the official one first, then spellings seen in the wild. */
  readonly v03: readonly string[];
  /** The capability that the card must declare. */
  readonly needs?: Capability;
  /** True when a success is a stream of events. */
  readonly streams: boolean;
}

export const methods: readonly Method[] = [
  { operation: 'sendMessage', v1: 'SendMessage', v03: ['message/send', 'tasks/send'], streams: false },
  {
    operation: 'sendStreamingMessage',
    v1: 'SendStreamingMessage',
    v03: ['message/stream', 'tasks/sendStreaming', 'tasks/sendSubscribe'],
    needs: 'streaming',
    streams: true,
  },
  { operation: 'getTask', v1: 'GetTask', v03: ['tasks/get'], streams: false },
  { operation: 'listTasks', v1: 'ListTasks', v03: ['tasks/list'], streams: false },
  { operation: 'cancelTask', v1: 'CancelTask', v03: ['tasks/cancel'], streams: false },
  {
    operation: 'subscribeToTask',
    v1: 'SubscribeToTask',
    v03: ['tasks/resubscribe', 'tasks/subscribe'],
    needs: 'streaming',
    streams: true,
  },
  {
    operation: 'createPushConfig',
    v1: 'CreateTaskPushNotificationConfig',
    v03: ['tasks/pushNotificationConfig/set', 'tasks/pushNotifications/set', 'tasks/pushNotification/set'],
    needs: 'pushNotifications',
    streams: false,
  },
  {
    operation: 'getPushConfig',
    v1: 'GetTaskPushNotificationConfig',
    v03: ['tasks/pushNotificationConfig/get', 'tasks/pushNotifications/get', 'tasks/pushNotification/get'],
    needs: 'pushNotifications',
    streams: false,
  },
  {
    operation: 'listPushConfigs',
    v1: 'ListTaskPushNotificationConfigs',
    v03: ['tasks/pushNotificationConfig/list', 'tasks/pushNotifications/list'],
    needs: 'pushNotifications',
    streams: false,
  },
  {
    operation: 'deletePushConfig',
    v1: 'DeleteTaskPushNotificationConfig',
    v03: ['tasks/pushNotificationConfig/delete', 'tasks/pushNotifications/delete'],
    needs: 'pushNotifications',
    streams: false,
  },
  {
    operation: 'getExtendedCard',
    v1: 'GetExtendedAgentCard',
    v03: ['agent/getAuthenticatedExtendedCard', 'agent/authenticatedExtendedCard'],
    needs: 'extendedAgentCard',
    streams: false,
  },
];

export type ProtocolVersion = '1.0' | '0.3';

export interface NamedMethod {
  readonly method: Method;
  readonly version: ProtocolVersion;
}

const byName: ReadonlyMap<string, NamedMethod> = new Map(
  methods.flatMap((method): [string, NamedMethod][] => [
    [method.v1, { method, version: '1.0' }],
    ...method.v03.map((name): [string, NamedMethod] => [name, { method, version: '0.3' }]),
  ]),
);

/** The method of a name, and the protocol version that the name belongs to. */
export function findMethod(name: string): NamedMethod | undefined {
  return byName.get(name);
}

/** The official names of what an agent with these capabilities offers. */
export function listMethodNames(capabilities: Readonly<Record<Capability, boolean>>): readonly string[] {
  const offered = methods.filter(({ needs }) => needs === undefined || capabilities[needs]);
  return offered.flatMap(({ v1, v03 }) => [v1, ...v03.slice(0, 1)]);
}
