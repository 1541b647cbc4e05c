// What services call the status of a job. Words are compared without case, `_`, `-`, `.` and spaces. A word that is in no list is
// taken by its ending: `transcoding` goes on.

export type JobState = 'running' | 'completed' | 'failed' | 'canceled';

const lists: Readonly<Record<JobState, string>> = {
  running:
    'accepted active blocked created delayed enqueued incomplete initialized initiated inprocess inprogress inqueue new notstarted ' +
    'ongoing onhold open paused pending planned preparing queued received requested retrying run scheduled started submitted ' +
    'suspended unknown updating validated waiting working cancelling canceling stopping cancelrequested undefined',
  completed:
    'available closed complete completed completedwitherrors completedwithwarnings delivered done ended executed finished ok passed ' +
    'partiallysucceeded processed published ready resolved success succeeded successful',
  failed:
    'bad crashed dead deadletter error errored exception expired fail failed failure faulted invalid rejected timedout timeout ' +
    'unsuccessful',
  canceled: 'abandoned aborted cancelled canceled killed revoked stopped terminated',
};

const words: ReadonlyMap<string, JobState> = new Map(
  (Object.keys(lists) as JobState[]).flatMap((state) => lists[state].split(' ').map((word) => [word, state] as const)),
);

/** `In-Progress` → `inprogress`. */
export function reduceWord(word: string): string {
  return word.toLowerCase().replace(/[\s_.-]+/g, '');
}

/** Of a reduced word. */
export function classifyWord(reduced: string): JobState | undefined {
  return words.get(reduced) ?? (/^[a-z]{3,40}ing$/.test(reduced) ? 'running' : undefined);
}
