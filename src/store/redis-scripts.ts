// What runs inside Redis, each script in one step that nothing else comes between. Time is the server's, so that the clocks of
// the gateways need not agree. An index is a pair of sorted sets: members by score and members by the end of their time.

import { createHash } from 'node:crypto';

export interface RedisScript {
  readonly text: string;
  readonly sha1: string;
}

const toScript = (text: string): RedisScript => ({ text, sha1: createHash('sha1').update(text).digest('hex') });

const clock = `
local function read_clock()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end
`;

const purge = `
local function purge(scores, ends, now, limit)
  local over = redis.call('ZRANGEBYSCORE', ends, '-inf', now, 'LIMIT', 0, limit)
  if #over > 0 then
    redis.call('ZREM', scores, unpack(over))
    redis.call('ZREM', ends, unpack(over))
  end
  return #over == limit
end
`;

// Operations follow each other in ARGV from \`at\` on: \`-\`, number of the index, member; or \`+\`, number of the index, member, score.
// The sets of index number n are KEYS[first_key + 2 * n] and the one after it.
const apply = `
local function keep(key, ttl)
  if redis.call('PTTL', key) < tonumber(ttl) then redis.call('PEXPIRE', key, ttl) end
end
local function apply(first_key, at, ttl)
  if at > #ARGV then return end
  local now = read_clock()
  while at <= #ARGV do
    local scores = KEYS[first_key + 2 * ARGV[at + 1]]
    local ends = KEYS[first_key + 2 * ARGV[at + 1] + 1]
    local member = ARGV[at + 2]
    if ARGV[at] == '-' then
      redis.call('ZREM', scores, member)
      redis.call('ZREM', ends, member)
      at = at + 3
    else
      purge(scores, ends, now, 10)
      redis.call('ZADD', scores, ARGV[at + 3], member)
      redis.call('ZADD', ends, now + ttl, member)
      keep(scores, ttl)
      keep(ends, ttl)
      at = at + 4
    end
  end
end
`;

/** KEYS: value, log, index sets. ARGV: expected, next version, value, id of the write, ttl, channel, message, number of texts, texts, operations. */
export const commitScript = toScript(`${clock}${purge}${apply}
local stored = redis.call('HMGET', KEYS[1], 'version', 'write')
-- A repeat of a write that was done and whose answer was lost with the connection.
if stored[2] == ARGV[4] then return 1 end
if (stored[1] or '0') ~= ARGV[1] then return 0 end
-- A server that is out of memory refuses a script's first command that needs some, and none after it has written: new values are
-- refused as a whole, those that are there can still be written, so that work under way comes to its end.
if stored[1] then redis.call('PEXPIRE', KEYS[1], ARGV[5]) end
redis.call('HSET', KEYS[1], 'value', ARGV[3], 'version', ARGV[2], 'write', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
if not stored[1] then redis.call('DEL', KEYS[2]) end
local texts = tonumber(ARGV[8])
for at = 9, 8 + texts do redis.call('RPUSH', KEYS[2], ARGV[at]) end
redis.call('PEXPIRE', KEYS[2], ARGV[5])
if texts > 0 then redis.call('PUBLISH', ARGV[6], ARGV[7]) end
apply(3, 9 + texts, ARGV[5])
return 1
`);

/** KEYS: value, log, index sets. ARGV: operations. */
export const removeScript = toScript(`${clock}${purge}${apply}
redis.call('DEL', KEYS[1], KEYS[2])
apply(3, 1, '0')
return 1
`);

/** KEYS: index sets. ARGV: ttl, operations. */
export const indexScript = toScript(`${clock}${purge}${apply}
apply(1, 2, ARGV[1])
return 1
`);

/** KEYS: scores, ends. ARGV: newest or oldest, limit, min, max, and to go on after an entry: its score and member. Nothing: ask again. */
export const pageScript = toScript(`${clock}${purge}
-- By bytes; the operator < would go by the server's locale.
local function is_before(left, right)
  for at = 1, math.min(#left, #right) do
    local one, other = left:byte(at), right:byte(at)
    if one ~= other then return one < other end
  end
  return #left < #right
end

if purge(KEYS[1], KEYS[2], read_clock(), 1000) then return false end
local limit, min, max, score, member = tonumber(ARGV[2]), ARGV[3], ARGV[4], ARGV[5], ARGV[6]
local low = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. min)
local high = redis.call('ZCOUNT', KEYS[1], '-inf', max) - 1
if score then
  local at = redis.call('ZCOUNT', KEYS[1], '-inf', '(' .. score)
  local ends = at + redis.call('ZCOUNT', KEYS[1], score, score)
  local last = ends
  while at < last do
    local middle = math.floor((at + last) / 2)
    if is_before(redis.call('ZRANGE', KEYS[1], middle, middle)[1], member) then at = middle + 1 else last = middle end
  end
  if ARGV[1] == 'newest' then
    high = math.min(high, at - 1)
  else
    if at < ends and redis.call('ZRANGE', KEYS[1], at, at)[1] == member then at = at + 1 end
    low = math.max(low, at)
  end
end
if ARGV[1] == 'newest' then low = math.max(low, high - limit + 1) else high = math.min(high, low + limit - 1) end
if high < low then return {} end
return redis.call('ZRANGE', KEYS[1], low, high, 'WITHSCORES')
`);

/** KEYS: ends. */
export const sizeScript = toScript(`${clock}
return redis.call('ZCOUNT', KEYS[1], '(' .. string.format('%.0f', read_clock()), '+inf')
`);

/** KEYS: lease. ARGV: holder, ttl. */
export const leaseScript = toScript(`
local holder = redis.call('GET', KEYS[1])
if holder and holder ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1
`);

/** KEYS: lease. ARGV: holder. */
export const releaseScript = toScript(`
if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`);
