// The open event streams of a binding. Each is read no faster than its client takes it, has little state, and no timer of its own:
// one beat for all writes the keep-alive comments and ends streams whose client takes nothing. A client that goes away leaves its
// stream; what the stream is about goes on. WHATWG HTML §9.2, A2A 1.0 §9.4.2.

import type { OutgoingHttpHeaders, ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { StreamReply } from '../a2a/exchange.ts';
import type { NumberedEvent } from '../task/task.ts';
import { keepAlive, writeEvent } from './sse.ts';

/** Calls `tick` again and again; returns how to stop. */
export type Every = (milliseconds: number, tick: () => void) => () => void;

/** What an event looks like on the wire of the binding. */
export interface StreamWire {
  /** The envelope of a result; both are JSON text. */
  toEvent(json: string): string;
  /** The envelope of what broke the stream. */
  toFailure(thrown: unknown): string;
}

export interface EventStreams {
  /** Takes the reply over and answers it with the stream. */
  open(reply: FastifyReply, stream: StreamReply, wire: StreamWire): void;
  /** Gives streams a moment to come to their end, then ends them; resolves when none is open. */
  close(): Promise<void>;
}

// Proxies cut connections that are silent for 60 seconds; comments go out after 10 to 15.
const beat = 5_000;
const beatsOfSilence = 3;
/** Attack: clients that open streams and read nothing. After a minute without a byte taken the connection is ended. */
const beatsOfStall = 12;
const farewell = 3_000;

interface OpenStream {
  beat(): void;
  end(): void;
}

export function createEventStreams(every: Every = everySoOften): EventStreams {
  const streams = new Set<OpenStream>();
  let stopBeat: (() => void) | undefined;
  let whenEmpty: (() => void) | undefined;

  function add(stream: OpenStream): void {
    streams.add(stream);
    stopBeat ??= every(beat, () => {
      for (const each of streams) each.beat();
    });
  }

  function remove(stream: OpenStream): void {
    if (!streams.delete(stream) || streams.size > 0) return;
    stopBeat?.();
    stopBeat = undefined;
    whenEmpty?.();
  }

  return {
    open(reply, stream, wire) {
      const { raw } = reply;
      reply.hijack();
      if (raw.destroyed) {
        leave(stream.events[Symbol.asyncIterator]());
        return;
      }
      raw.writeHead(200, {
        ...toHeaders(reply),
        'content-type': 'text/event-stream',
        'cache-control': 'no-cache, no-transform',
        'x-accel-buffering': 'no',
      });
      const opened = run(raw, { stream, wire, onEnd: () => remove(opened) });
      add(opened);
    },
    async close() {
      if (streams.size === 0) return;
      const { promise, resolve } = Promise.withResolvers<void>();
      whenEmpty = resolve;
      const stop = every(farewell, () => {
        for (const each of streams) each.end();
      });
      await promise;
      stop();
    },
  };
}

// The types of Node and Fastify differ on headers that are unset.
function toHeaders(reply: FastifyReply): OutgoingHttpHeaders {
  return reply.getHeaders() as OutgoingHttpHeaders;
}

interface Run {
  readonly stream: StreamReply;
  readonly wire: StreamWire;
  readonly onEnd: () => void;
}

function run(raw: ServerResponse, { stream: { first, events, write }, wire, onEnd }: Run): OpenStream {
  const iterator = events[Symbol.asyncIterator]();
  let silence = 0;
  let stall = 0;
  let isBlocked = false;
  let isOver = false;

  const send = (text: string): void => {
    silence = 0;
    isBlocked = !raw.write(text);
  };
  const pull = (): void => {
    iterator.next().then(take, fail);
  };
  const take = (next: IteratorResult<NumberedEvent>): void => {
    if (isOver) return;
    if (next.done === true) {
      raw.end();
      return;
    }
    send(writeEvent(wire.toEvent(write(next.value.event)), next.value.seq));
    if (!isBlocked) pull();
  };
  const fail = (thrown: unknown): void => {
    if (!isOver) raw.end(writeEvent(wire.toFailure(thrown)));
  };
  raw.on('drain', () => {
    stall = 0;
    if (!isBlocked) return;
    isBlocked = false;
    pull();
  });
  raw.once('close', () => {
    isOver = true;
    onEnd();
    leave(iterator);
  });

  if (first === undefined) raw.flushHeaders();
  else send(writeEvent(wire.toEvent(first.json), first.seq));
  if (!isBlocked) pull();

  return {
    beat() {
      if (raw.writableNeedDrain) {
        stall += 1;
        if (stall >= beatsOfStall) raw.destroy();
        return;
      }
      silence += 1;
      if (silence < beatsOfSilence) return;
      silence = 0;
      raw.write(keepAlive);
    },
    end() {
      raw.end();
    },
  };
}

/** Nobody is there to be told of a failure. */
function leave(iterator: AsyncIterator<NumberedEvent>): void {
  iterator.return?.().catch(() => {});
}

const everySoOften: Every = (milliseconds, tick) => {
  const timer = setInterval(tick, milliseconds).unref();
  return () => clearInterval(timer);
};
