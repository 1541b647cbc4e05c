// What a command may touch of the process. Commands return an exit code and never end the process themselves.

export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  /** Whether people read the output as it comes: decides on colours. */
  readonly isTerminal: boolean;
  /** Aborted when the process is asked to end. */
  readonly stop: AbortSignal;
  /** Calls `run` when the process ends, however it comes to that. */
  onExit(run: () => void): void;
}

/** 0 ok, 1 failure, 2 usage. */
export type ExitCode = 0 | 1 | 2;

export interface Command {
  readonly name: string;
  /** One line for the list of commands. */
  readonly summary: string;
  readonly help: string;
  run(args: readonly string[], io: Io): Promise<ExitCode>;
}
