// What services call the status of a job. Words are compared without case, `_`, `-`, `.` and spaces. A word that is in no list is
// taken by the words in it: `JOB_STATE_FAILED` has failed, `waiting for approval` `transcoding` and `not ready` go on.

export type JobState = 'running' | 'completed' | 'failed' | 'canceled';

const lists: Readonly<Record<JobState, string>> = {
  running:
    'accepted acknowledged active allocated assigned blocked claimed created deferred delayed dispatched enqueued idle incomplete ' +
    'initial initialized initiated inflight inprocess inprogress inqueue new notstarted ongoing onhold open paused pending pickedup ' +
    'planned preparing provisioned queue queued received requested rescheduled reserved resumed retrying run scheduled standby ' +
    'started submitted suspended throttled underway unknown updating validated waiting working cancelling canceling stopping ' +
    'cancelrequested undefined',
  completed:
    'available closed complete completed completedwitherrors completedwithwarnings concluded delivered done ended executed finished ' +
    'fulfilled ok passed partiallysucceeded processed published ready resolved success succeeded successful',
  failed:
    'bad broken crashed dead deadletter error errored errors exception expired fail failed failure fatal faulted interrupted invalid ' +
    'preempted rejected timedout timeout unsuccessful',
  canceled: 'abandoned aborted canceled cancelled deleted discarded killed revoked stopped terminated withdrawn',
};

const words: ReadonlyMap<string, JobState> = new Map(
  (Object.keys(lists) as JobState[]).flatMap((state) => lists[state].split(' ').map((word) => [word, state] as const)),
);

/** `In-Progress` → `inprogress`. */
export function reduceWord(word: string): string {
  return word.toLowerCase().replace(/[\s_.-]+/g, '');
}

export function classifyWord(word: string): JobState | undefined {
  const whole = find(reduceWord(word));
  if (whole !== undefined || word.length > 100) return whole;
  const tokens = toTokens(word);
  const [first] = tokens;
  if (first === 'not') return findLast(tokens.slice(1, 2)) === undefined ? undefined : 'running';
  if (tokens.some((token) => denials.has(token))) return undefined;
  // What follows these says why, by whom or for what: `cancelled by user`, `completed with failures`, `waiting for approval`.
  const end = tokens.findIndex((token, at) => at > 0 && prepositions.has(token));
  const head = end === -1 ? tokens : tokens.slice(0, end);
  const state = findLast(head) ?? findLast(tokens) ?? findFirst(head);
  return state === 'completed' && tokens[end] === 'to' ? undefined : state;
}

const denials: ReadonlySet<string> = new Set(['almost', 'half', 'nearly', 'never', 'no', 'non', 'not', 'partially']);
const prepositions: ReadonlySet<string> = new Set([
  'after',
  'at',
  'by',
  'due',
  'during',
  'for',
  'from',
  'on',
  'to',
  'with',
]);

function toTokens(word: string): readonly string[] {
  return word
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((token) => token !== '');
}

function find(reduced: string): JobState | undefined {
  return words.get(reduced) ?? (/^[a-z]{3,40}ing$/.test(reduced) ? 'running' : undefined);
}

/** By the longest ending that means something: `job_timed_out`. */
function findLast(tokens: readonly string[]): JobState | undefined {
  for (const at of tokens.keys()) {
    const state = words.get(tokens.slice(at).join(''));
    if (state !== undefined) return state;
  }
  return find(tokens.at(-1) ?? '');
}

/** `failed validation`; of a good end the whole must tell. */
function findFirst(tokens: readonly string[]): JobState | undefined {
  const state = find(tokens[0] ?? '');
  return state === 'completed' ? undefined : state;
}
